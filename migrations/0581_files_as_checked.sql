-- An import reads its file as its check did, whatever is remembered of such files by then. Files that were checked before are
-- checked once more.
alter table import_files add column read_as jsonb;
comment on column import_files.read_as is 'how its check read it: the encoding, the line of the titles, the day, what columns and values are';
update import_files set status = 'draft' where status in ('checked', 'running');
