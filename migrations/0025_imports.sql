-- What was imported: so that the same file is recognised when it comes again.
create table imports (
  church_id   bigint not null,
  id          bigint generated always as identity,
  kind        text not null,
  file_name   text not null,
  fingerprint bytea not null,
  rows        integer not null,
  imported    integer not null,
  refused     integer not null,
  skipped     integer not null,
  by_kind     text not null,
  by_name     text,
  created_at  timestamptz not null
);
alter table imports add constraint imports_pkey primary key (church_id, id);
alter table imports add constraint imports_church_fkey foreign key (church_id) references churches (id);
alter table imports add constraint imports_kind_check check (kind in ('people', 'contributions'));
alter table imports add constraint imports_by_kind_check check (by_kind in ('user', 'command_line'));
create index imports_fingerprint on imports (church_id, kind, fingerprint, id);
comment on column imports.fingerprint is 'SHA-256 of the text, whatever its encoding and ends of lines';
comment on column imports.skipped is 'rows left out because whom they name is, or may be, on record';
