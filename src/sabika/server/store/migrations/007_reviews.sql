-- Reviews that were worked out, without names: a cache, found by the game's record.

create table review (
    record bytea not null,      -- SHA-256 of its text
    playouts bigint not null,   -- for each decision; 0: a quick one
    seed bigint not null,
    version bigint not null,    -- of judges and accounts
    used bigint not null,       -- when it was last asked for, to the day
    body bytea not null,
    primary key (record, playouts, seed, version)
);
create index review_used on review (used);
