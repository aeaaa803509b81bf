-- The list of open tables in its order, however many there are; nothing looks for a status alone.

drop index game_table_status;
create index game_table_public on game_table (public, status, made desc, id);

-- What is over is read from its log: a snapshot only makes it quicker to go on.

delete from snapshot where table_id in (select id from game_table where status in ('over', 'closed'));
