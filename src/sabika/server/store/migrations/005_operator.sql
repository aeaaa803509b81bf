-- What an operator decides, and what was done when.

create table restriction (
    what text not null,         -- mute or ban
    whom text not null,         -- a person's id, or an address
    reason text not null,
    made bigint not null,
    until bigint,               -- null: until it is lifted
    primary key (what, whom)
);

create table audit (
    number bigint primary key,
    at bigint not null,
    what text not null,
    whom text not null,
    reason text not null
);

-- Taken off the public list.
alter table game_table add column hidden boolean not null default false;
create index game_table_made on game_table (made desc, id);

-- When somebody was last here; 0: before this was noted.
alter table person add column seen bigint not null default 0;
create index person_seen on person (seen);

-- Finished tables by when they were last used, and those whose log is being deleted piece by piece.
create index game_table_finished on game_table (touched, id) where status in ('over', 'closed');
create table leaving (
    table_id text primary key
);
