-- What all servers of a store agree on: whose luck it is, what time it is.

create table setting (
    name text primary key,
    value text not null
);

-- The servers that are there, by the clock of the store.
create table server (
    holder text primary key,
    key text not null,          -- the fingerprint of its key
    until bigint not null
);

-- Times in which no server was there, by the tables' own time.
create table outage (
    began bigint primary key,
    ended bigint not null
);
