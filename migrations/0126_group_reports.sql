-- Reports of groups: what a leader hands in after a meeting.

create table group_reports (
  church_id        bigint not null,
  id               bigint generated always as identity,
  group_id         bigint not null,
  meeting_id       bigint not null,
  branch_id        bigint not null,
  held_on          date not null,
  status           text not null default 'draft',
  held             boolean not null,
  not_held_reason  text,
  present          integer,
  absent           integer,
  visitors         integer not null default 0,
  first_timers     integer not null default 0,
  decisions        integer not null default 0,
  offering         bigint,
  currency         text not null,
  contribution_id  bigint,
  topic            text,
  note             text,
  care_note        text,
  revision         integer not null default 0,
  source           text not null,
  submitted_by     text,
  submitted_at     timestamptz,
  reviewed_by      text,
  reviewed_at      timestamptz,
  returned_because text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
alter table group_reports add constraint group_reports_pkey primary key (church_id, id);
alter table group_reports add constraint group_reports_church_fkey foreign key (church_id) references churches (id);
alter table group_reports add constraint group_reports_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
alter table group_reports add constraint group_reports_meeting_fkey foreign key (church_id, meeting_id)
  references meetings (church_id, id);
alter table group_reports add constraint group_reports_branch_fkey foreign key (church_id, branch_id)
  references branches (church_id, id);
alter table group_reports add constraint group_reports_contribution_fkey foreign key (church_id, contribution_id)
  references contributions (church_id, id);
alter table group_reports add constraint group_reports_once unique (church_id, meeting_id);
alter table group_reports add constraint group_reports_status_check check (status in ('draft', 'submitted', 'returned'));
alter table group_reports add constraint group_reports_counts_check
  check (present >= 0 and absent >= 0 and visitors >= 0 and first_timers >= 0 and decisions >= 0);
alter table group_reports add constraint group_reports_offering_check check (offering > 0);
create index group_reports_group on group_reports (church_id, group_id, held_on, id);
create index group_reports_held on group_reports (church_id, held_on, id) include (status, branch_id);
create index group_reports_branch on group_reports (church_id, branch_id, id);
create index group_reports_status on group_reports (church_id, status, id);
create index group_reports_updated on group_reports (church_id, updated_at, id) include (branch_id);
create unique index group_reports_contribution on group_reports (church_id, contribution_id) where contribution_id is not null;
-- What finance has to look through.
create index group_reports_offerings on group_reports (church_id, held_on, id) where offering is not null;
comment on column group_reports.branch_id is 'that of the meeting';
comment on column group_reports.held_on is 'that of the meeting';
comment on column group_reports.held is 'false: the group did not meet, which is a report, too';
comment on column group_reports.present is 'how many of the group came, as they were reported; null where nobody said';
comment on column group_reports.contribution_id is 'the gift as which its offering was taken into the books; where that is void it may be taken again';
comment on column group_reports.care_note is 'sealed by the vault';
comment on column group_reports.revision is 'how often it was handed in';
comment on column group_reports.returned_because is 'what the leader is to look at again; null where it was not returned, or is handed in again';
