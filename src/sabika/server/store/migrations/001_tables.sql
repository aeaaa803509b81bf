-- Tables and their logs, people, and who looks after which table.

create table game_table (
    id text primary key,
    game text not null,
    maker text not null,
    made bigint not null,
    status text not null,
    public boolean not null,
    seats text not null,        -- people's ids in a JSON array, null for nobody
    deadline bigint,
    title bytea not null,
    version bigint not null,    -- the seq of the last entry
    touched bigint not null     -- its time
);
create index game_table_status on game_table (status, made);
create index game_table_maker on game_table (maker, made);
create index game_table_deadline on game_table (deadline) where deadline is not null;

-- The key is what lets one of two racing appends win.
create table entry (
    table_id text not null,
    seq bigint not null,
    at bigint not null,
    command text,
    body bytea not null,
    primary key (table_id, seq)
);
create unique index entry_command on entry (table_id, command) where command is not null;

-- The seats of game_table, to be found by person.
create table sitting (
    person text not null,
    table_id text not null,
    primary key (person, table_id)
);

create table snapshot (
    table_id text primary key,
    seq bigint not null,
    body bytea not null
);

create table person (
    id text primary key,
    name text not null,
    made bigint not null
);

create table token (
    hash bytea primary key,
    person text not null,
    made bigint not null
);
create index token_person on token (person);

create table code (
    hash bytea primary key,
    person text not null,
    expires bigint not null
);
create index code_person on code (person);

create table lease (
    table_id text primary key,
    holder text not null,
    until bigint not null       -- by the clock of the store
);
create index lease_holder on lease (holder);
