-- Why a file was not imported, as a text of the catalogues with its values: each page says it in its own language.
alter table import_files add column fault jsonb;
comment on column import_files.fault is 'what error says, as a text of the catalogues with its values; null where it is none';
