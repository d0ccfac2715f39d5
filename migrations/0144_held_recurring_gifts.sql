-- Recurring gifts that came with a backup or an archive charge nobody until somebody confirms that they are charged here.
alter table recurring_gifts add column held_at timestamptz;
alter table recurring_gifts add column charged_here_from date;
create index recurring_gifts_held on recurring_gifts (church_id, id) where held_at is not null;
comment on column recurring_gifts.held_at is 'since when it waits for somebody to confirm that it is charged here; null: it goes on';
comment on column recurring_gifts.charged_here_from is 'the first day that is charged here: another installation may have charged the periods before it';
-- A backup of an earlier release that was restored (src/backup/restore.ts) had no column yet to say so.
update recurring_gifts set held_at = now(), updated_at = now()
  where current_setting('sexton.restored', true) = 'yes' and status not in ('cancelled', 'completed');
