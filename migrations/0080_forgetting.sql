-- People who were forgotten: an empty record stays of them (docs/decisions/0021).
alter table people add column forgotten_at timestamptz;
alter table people add constraint people_forgotten_check check (forgotten_at is null or deleted_at is not null);
comment on column people.forgotten_at is 'since when nothing of them is on record any more; for good';

alter table person_history drop constraint person_history_kind_check;
alter table person_history add constraint person_history_kind_check check (kind in ('updated', 'tag_added', 'tag_removed',
  'removed', 'restored', 'merged', 'merged_away', 'forgotten'));
