-- Why records stayed when an import was taken back: as data, so that each reader is told in their language.

alter table import_records add column reasons jsonb;
-- What was kept in English words is told in them.
update import_records set reasons = jsonb_build_array(jsonb_build_object('code', 'said', 'text', reason))
  where reason is not null;
alter table import_records drop column reason;
comment on column import_records.reasons is 'why the record was kept: a list of codes, with what belongs to each';
