-- Sunday school: its years, what a class is beside the group that it is, and its sessions.

create table school_years (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  name       text not null,
  starts_on  date not null,
  ends_on    date not null,
  status     text not null default 'planned',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table school_years add constraint school_years_pkey primary key (church_id, id);
alter table school_years add constraint school_years_name unique (church_id, name);
alter table school_years add constraint school_years_status_check check (status in ('planned', 'current', 'past'));
alter table school_years add constraint school_years_span_check check (starts_on <= ends_on);
create unique index school_years_current on school_years (church_id) where status = 'current';
create index school_years_starts on school_years (church_id, starts_on, id);
create index school_years_updated on school_years (church_id, updated_at, id);

create table class_details (
  church_id      bigint not null references churches (id),
  group_id       bigint not null,
  school_year_id bigint,
  grade_from     text,
  grade_to       text,
  next_group_id  bigint,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
alter table class_details add constraint class_details_pkey primary key (church_id, group_id);
alter table class_details add constraint class_details_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
alter table class_details add constraint class_details_year_fkey foreign key (church_id, school_year_id)
  references school_years (church_id, id);
alter table class_details add constraint class_details_next_fkey foreign key (church_id, next_group_id)
  references groups (church_id, id);
alter table class_details add constraint class_details_next_check check (next_group_id <> group_id);
create index class_details_year on class_details (church_id, school_year_id, group_id);
create index class_details_next on class_details (church_id, next_group_id) where next_group_id is not null;

-- A class is a group of that kind, with its details where it has them.
create view school_classes as
  select g.church_id, g.id, g.branch_id, g.parent_id, g.path, g.reach, g.hidden, g.name, g.search, g.place, g.capacity,
    g.status, g.member_count, g.leader_count, g.created_at, greatest(g.updated_at, d.updated_at) as updated_at,
    d.school_year_id, d.grade_from, d.grade_to, d.next_group_id
  from groups as g left join class_details as d on d.church_id = g.church_id and d.group_id = g.id
  where g.kind = 'class';

create table class_sessions (
  church_id     bigint not null references churches (id),
  id            bigint generated always as identity,
  branch_id     bigint not null,
  group_id      bigint not null,
  meeting_id    bigint not null,
  lesson        text,
  memory_verse  text,
  visitor_count integer not null default 0,
  offering      bigint,
  currency      text,
  note          text,
  status        text not null default 'open',
  revision      integer not null default 0,
  link_version  integer not null default 1,
  closed_by     text,
  closed_at     timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
alter table class_sessions add constraint class_sessions_pkey primary key (church_id, id);
alter table class_sessions add constraint class_sessions_meeting unique (church_id, meeting_id);
alter table class_sessions add constraint class_sessions_meeting_fkey foreign key (church_id, meeting_id)
  references meetings (church_id, id);
alter table class_sessions add constraint class_sessions_group_fkey foreign key (church_id, group_id)
  references groups (church_id, id);
alter table class_sessions add constraint class_sessions_branch_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table class_sessions add constraint class_sessions_status_check check (status in ('open', 'closed'));
alter table class_sessions add constraint class_sessions_closed_check check ((status = 'closed') = (closed_at is not null));
alter table class_sessions add constraint class_sessions_offering_check check (offering >= 0);
alter table class_sessions add constraint class_sessions_currency_check check (offering is null or currency is not null);
alter table class_sessions add constraint class_sessions_visitors_check check (visitor_count >= 0);
create index class_sessions_group on class_sessions (church_id, group_id, id);
create index class_sessions_branch on class_sessions (church_id, branch_id, id);
create index class_sessions_status on class_sessions (church_id, status, id);
create index class_sessions_updated on class_sessions (church_id, updated_at, id);
comment on column class_sessions.branch_id is 'that of the meeting';
comment on column class_sessions.visitor_count is 'others who came and are not on record';
comment on column class_sessions.revision is 'how often it was closed, each time with an event';
comment on column class_sessions.link_version is 'raised to take back the links of teachers that were given out';

alter table churches add column school_grades text[] not null
  default '{Nursery,Reception,1,2,3,4,5,6,7,8,9,10,11,12}';
comment on column churches.school_grades is 'the grades of its children, the youngest first';
