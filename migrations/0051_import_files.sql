-- Files that somebody is about to import through the console: kept for a day, with what was decided of them.
create table import_files (
  church_id    bigint not null,
  id           bigint generated always as identity,
  user_id      text not null,
  user_name    text not null,
  membership   bigint not null,
  role         text not null,
  name         text not null,
  bytes        integer not null,
  status       text not null default 'draft',
  kind         text,
  said         jsonb not null default '{}',
  report       jsonb,
  error        text,
  import_id    bigint,
  progress     real not null default 0,
  tries        integer not null default 0,
  claim        text,
  claimed_until timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
alter table import_files add constraint import_files_pkey primary key (church_id, id);
alter table import_files add constraint import_files_church_fkey foreign key (church_id) references churches (id);
alter table import_files add constraint import_files_status_check
  check (status in ('draft', 'checked', 'running', 'done', 'failed'));
create index import_files_running on import_files (church_id, id) where status = 'running';
comment on column import_files.said is 'what was decided of its columns and values';
comment on column import_files.claim is 'the node that is at work on it, until claimed_until';
comment on column import_files.tries is 'how many nodes began to import it';

create table import_file_parts (
  church_id bigint not null,
  file_id   bigint not null,
  part      integer not null,
  data      bytea not null
);
alter table import_file_parts add constraint import_file_parts_pkey primary key (church_id, file_id, part);
alter table import_file_parts add constraint import_file_parts_file_fkey foreign key (church_id, file_id)
  references import_files (church_id, id);

create table import_file_rows (
  church_id bigint not null,
  file_id   bigint not null,
  line      integer not null,
  bucket    text not null,
  shown     jsonb not null,
  decision  text
);
alter table import_file_rows add constraint import_file_rows_pkey primary key (church_id, file_id, line);
alter table import_file_rows add constraint import_file_rows_file_fkey foreign key (church_id, file_id)
  references import_files (church_id, id);
alter table import_file_rows add constraint import_file_rows_bucket_check
  check (bucket in ('new', 'changed', 'same', 'doubtful', 'before', 'refused'));
alter table import_file_rows add constraint import_file_rows_decision_check
  check (decision in ('same', 'other', 'out'));
create index import_file_rows_bucket on import_file_rows (church_id, file_id, bucket, line);
