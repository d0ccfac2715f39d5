-- What each import wrote, record by record: so that it can be taken back.
alter table imports add column branch_id bigint;
alter table imports add column created integer;
alter table imports add column updated integer;
alter table imports add column completed_at timestamptz;
alter table imports add column updated_at timestamptz;
alter table imports add column status text not null default 'completed';
alter table imports add column undone_at timestamptz;
alter table imports add column undone_by_kind text;
alter table imports add column undone_by_name text;
alter table imports add column undo_line integer;
alter table imports add column reversed integer not null default 0;
alter table imports add column kept integer not null default 0;

-- Those of before only made records, and nobody wrote down which.
update imports set created = imported, updated = 0, completed_at = created_at, updated_at = created_at;
alter table imports alter column created set not null;
alter table imports alter column updated set not null;
alter table imports alter column completed_at set not null;
alter table imports alter column updated_at set not null;

alter table imports add constraint imports_branch_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table imports add constraint imports_status_check check (status in ('completed', 'undoing', 'undone'));
alter table imports drop constraint imports_by_kind_check;
alter table imports add constraint imports_by_kind_check check (by_kind in ('user', 'key', 'command_line'));
alter table imports add constraint imports_undone_by_kind_check
  check (undone_by_kind in ('user', 'key', 'command_line'));
create index imports_updated on imports (church_id, updated_at, id);
create index imports_branch on imports (church_id, branch_id, id);
create index imports_undoing on imports (church_id, id) where status = 'undoing';
comment on column imports.branch_id is 'the branch that whoever imported is limited to';
comment on column imports.undo_line is 'from this line of the file on all is taken back, or kept for a reason';
comment on column imports.reversed is 'records that were taken back';
comment on column imports.kept is 'records that were left, since they were used or changed after the import';

create table import_records (
  church_id bigint not null,
  import_id bigint not null,
  line      integer not null,
  resource  text not null,
  record_id bigint not null,
  action    text not null,
  written   jsonb not null,
  before    jsonb,
  undo      text,
  reason    text
);
alter table import_records add constraint import_records_pkey primary key (church_id, import_id, line, resource);
alter table import_records add constraint import_records_import_fkey foreign key (church_id, import_id)
  references imports (church_id, id);
alter table import_records add constraint import_records_action_check check (action in ('created', 'updated'));
alter table import_records add constraint import_records_undo_check check (undo in ('reversed', 'kept'));
-- Whether a record came with an import, and was taken back with it, is asked by the record.
create index import_records_record on import_records (church_id, resource, record_id);
comment on column import_records.line is 'of the file; a family stands with the first line that names it';
comment on column import_records.written is 'by field, what the import wrote';
comment on column import_records.before is 'of an update: the same fields as they were';
comment on column import_records.reason is 'why the record was kept, in words';
