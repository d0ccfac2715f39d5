-- Meetings: services, classes, groups and events at a time, as their schedules make them; who was there, and how many.

create table schedules (
  church_id    bigint not null,
  id           bigint generated always as identity,
  branch_id    bigint not null,
  kind         text not null default 'service',
  name         text not null,
  starts_on    date not null,
  local_time   text not null,
  minutes      integer not null default 90,
  timezone     text not null,
  rrule        text,
  until        date,
  status       text not null default 'active',
  made_through date,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
alter table schedules add constraint schedules_pkey primary key (church_id, id);
alter table schedules add constraint schedules_church_id_fkey foreign key (church_id) references churches (id);
alter table schedules add constraint schedules_branch_id_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table schedules add constraint schedules_kind_check check (kind in ('service', 'class', 'group', 'event'));
alter table schedules add constraint schedules_local_time_check check (local_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
alter table schedules add constraint schedules_minutes_check check (minutes between 5 and 1440);
alter table schedules add constraint schedules_status_check check (status in ('active', 'ended'));
create index schedules_branch on schedules (church_id, branch_id, id);
create index schedules_status on schedules (church_id, status, id);
create index schedules_updated on schedules (church_id, updated_at, id) include (branch_id);
comment on column schedules.made_through is 'the day up to which its meetings are made; null before the first of them';

create table meetings (
  church_id    bigint not null,
  id           bigint generated always as identity,
  branch_id    bigint not null,
  schedule_id  bigint,
  kind         text not null default 'service',
  name         text not null,
  slot         text,
  held_on      date not null,
  local_time   text not null,
  minutes      integer not null default 90,
  timezone     text not null,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  status       text not null default 'planned',
  closed_at    timestamptz,
  reopened_at  timestamptz,
  edited_at    timestamptz,
  counted      integer,
  named        integer,
  revision     integer not null default 0,
  untold       boolean not null default false,
  link_version integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
alter table meetings add constraint meetings_pkey primary key (church_id, id);
alter table meetings add constraint meetings_branch_id_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table meetings add constraint meetings_schedule_id_fkey foreign key (church_id, schedule_id)
  references schedules (church_id, id);
alter table meetings add constraint meetings_slot unique (church_id, schedule_id, slot);
alter table meetings add constraint meetings_slot_check check ((schedule_id is null) = (slot is null));
alter table meetings add constraint meetings_kind_check check (kind in ('service', 'class', 'group', 'event'));
alter table meetings add constraint meetings_local_time_check check (local_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
alter table meetings add constraint meetings_minutes_check check (minutes between 5 and 1440);
alter table meetings add constraint meetings_status_check check (status in ('planned', 'open', 'closed', 'cancelled'));
alter table meetings add constraint meetings_counted_check check (counted >= 0);
create index meetings_branch on meetings (church_id, branch_id, id);
create index meetings_schedule on meetings (church_id, schedule_id, id);
create index meetings_held on meetings (church_id, held_on, id) include (status, branch_id);
create index meetings_starts on meetings (church_id, starts_at, id);
create index meetings_updated on meetings (church_id, updated_at, id) include (branch_id);
-- What the clock has to open and close; there are few of them.
create index meetings_under_way on meetings (church_id, starts_at) where status in ('planned', 'open');
comment on column meetings.slot is 'when its schedule put it, by the local clock; it stays where the meeting is moved';
comment on column meetings.held_on is 'the day by the clock on the wall; starts_at and ends_at are computed from it';
comment on column meetings.edited_at is 'somebody changed it by hand: a change of its schedule leaves it alone';
comment on column meetings.counted is 'the sum of its head counts; null where nobody counted';
comment on column meetings.named is 'people who were there by name; null where no roll was taken';
comment on column meetings.revision is 'how often its attendance was told to others';
comment on column meetings.untold is 'something changed since then';
comment on column meetings.link_version is 'raised to take back the links for counting that were given out';

create table attendances (
  church_id  bigint not null,
  id         bigint generated always as identity,
  meeting_id bigint not null,
  person_id  bigint,
  branch_id  bigint not null,
  held_on    date not null,
  state      text not null,
  role       text not null default 'attendee',
  first_time boolean not null default false,
  source     text not null,
  note       text,
  status     text generated always as (state) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table attendances add constraint attendances_pkey primary key (church_id, id);
alter table attendances add constraint attendances_meeting_id_fkey foreign key (church_id, meeting_id)
  references meetings (church_id, id);
alter table attendances add constraint attendances_person_id_fkey foreign key (church_id, person_id)
  references people (church_id, id);
alter table attendances add constraint attendances_branch_id_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table attendances add constraint attendances_once unique (church_id, meeting_id, person_id);
alter table attendances add constraint attendances_state_check check (state in ('present', 'absent', 'excused', 'undone'));
alter table attendances add constraint attendances_role_check check (role in ('attendee', 'helper', 'leader', 'visitor'));
create index attendances_person on attendances (church_id, person_id, id);
create index attendances_listed on attendances (church_id, status, id) include (branch_id);
create index attendances_branch on attendances (church_id, branch_id, id);
create index attendances_held on attendances (church_id, held_on, id) include (status, branch_id);
create index attendances_updated on attendances (church_id, updated_at, id) include (branch_id);
-- When somebody was last there.
create index attendances_seen on attendances (church_id, person_id, held_on) where state = 'present';
create index attendances_roles on attendances (church_id, role, id) where role <> 'attendee';
create index attendances_first on attendances (church_id, id) where first_time;
comment on column attendances.person_id is 'null for somebody who was forgotten, and is still counted';
comment on column attendances.branch_id is 'that of the meeting';
comment on column attendances.held_on is 'that of the meeting';
comment on column attendances.status is 'the state, as totals know it';

create table headcounts (
  church_id  bigint not null,
  id         bigint generated always as identity,
  meeting_id bigint not null,
  room_id    bigint not null default 0,
  branch_id  bigint not null,
  held_on    date not null,
  category   text not null,
  count      integer,
  counted_by text,
  source     text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table headcounts add constraint headcounts_pkey primary key (church_id, id);
alter table headcounts add constraint headcounts_meeting_id_fkey foreign key (church_id, meeting_id)
  references meetings (church_id, id);
alter table headcounts add constraint headcounts_branch_id_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table headcounts add constraint headcounts_once unique (church_id, meeting_id, room_id, category);
alter table headcounts add constraint headcounts_count_check check (count >= 0);
create index headcounts_branch on headcounts (church_id, branch_id, id);
create index headcounts_held on headcounts (church_id, held_on, id) include (branch_id);
create index headcounts_updated on headcounts (church_id, updated_at, id) include (branch_id);
comment on column headcounts.room_id is '0 is the whole meeting';
comment on column headcounts.count is 'null where the count was taken back: nobody counted';

alter table churches add column headcount_categories text[] not null default '{men,women,youth,children}';
comment on column churches.headcount_categories is 'what head counts of meetings are asked for by';
