-- When a row last changed, by the clock of the database: who missed a notice asks what changed lately.

alter table game_table add column changed bigint not null default 0;
create index game_table_changed on game_table (changed);
