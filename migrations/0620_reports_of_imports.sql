-- The report of an import outlives its file: the file goes after a day, what became of its rows as long as it can be taken back.
alter table import_files add column emptied_at timestamptz;
comment on column import_files.emptied_at is 'when the file itself was let go of; from then on it is the report of its import';
