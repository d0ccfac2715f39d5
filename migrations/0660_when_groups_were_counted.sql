-- Counting members moves updated_at, so that who copies groups learns of it; whether somebody changed a group by hand is told apart.
alter table groups add column counted_at timestamptz;
alter table groups add column counted_from timestamptz;
comment on column groups.counted_at is 'when its members were last counted; equal to updated_at where nothing else happened since';
comment on column groups.counted_from is 'updated_at before it was counted, however often it was counted since';
