-- Meetings of groups: what a group holds, its rolls and its counts are seen by who sees the group.

alter table schedules add column group_id bigint;
alter table schedules add column resting boolean not null default false;
alter table schedules add constraint schedules_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
create index schedules_group on schedules (church_id, group_id, id) where group_id is not null;
comment on column schedules.group_id is 'the group that it is of; null for what the whole church holds';
comment on column schedules.resting is 'its group is paused or closed: no meetings are made until it meets again';

alter table meetings add column group_id bigint;
alter table meetings add constraint meetings_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
create index meetings_group on meetings (church_id, group_id, starts_at, id) where group_id is not null;

alter table attendances add column group_id bigint;
alter table attendances add constraint attendances_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
create index attendances_group on attendances (church_id, group_id, id) include (branch_id, status, held_on) where group_id is not null;
comment on column attendances.group_id is 'that of the meeting';

alter table headcounts add column group_id bigint;
alter table headcounts add constraint headcounts_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
create index headcounts_group on headcounts (church_id, group_id, id) where group_id is not null;
comment on column headcounts.group_id is 'that of the meeting';

-- When somebody was last there, but for what hidden groups hold: told from the index alone.
drop index attendances_seen;
create index attendances_seen on attendances (church_id, person_id, held_on) include (group_id) where state = 'present';
