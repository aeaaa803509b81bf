-- Companion sheets: games that people play with the box and write down. The id is the only key to a sheet.

create table sheet (
    id text primary key,
    made bigint not null,
    touched bigint not null,
    version bigint not null
);
create index sheet_touched on sheet (touched, id);

create table sheet_line (
    sheet text not null,
    seq bigint not null,
    at bigint not null,
    command text,
    body bytea not null,
    primary key (sheet, seq)
);
create unique index sheet_line_command on sheet_line (sheet, command) where command is not null;
