-- What became of the last backup by the schedule: its files tell of those that were made, and this of one that was not.
create table backup_runs (
  only_row     boolean not null default true,
  attempted_at timestamptz not null,
  error        text
);
alter table backup_runs add constraint backup_runs_pkey primary key (only_row);
alter table backup_runs add constraint backup_runs_only_row_check check (only_row);
comment on column backup_runs.error is 'why it failed; null where it was made';
