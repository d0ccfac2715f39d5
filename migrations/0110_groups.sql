-- Groups: cells, ministries, teams, classes; their members, and who asks to join.

create table groups (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  branch_id       bigint not null,
  parent_id       bigint,
  path            bigint[] not null default '{}',
  reach           bigint[] not null default '{}',
  hidden          boolean not null default false,
  kind            text not null,
  name            text not null,
  description     text,
  joining         text not null default 'ask',
  capacity        integer,
  place           text,
  place_public    boolean not null default false,
  is_listed       boolean not null default false,
  is_confidential boolean not null default false,
  reports         text not null default 'none',
  status          text not null default 'active',
  member_count    integer not null default 0,
  leader_count    integer not null default 0,
  search          text generated always as (folded(name)) stored,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
alter table groups add constraint groups_pkey primary key (church_id, id);
alter table groups add constraint groups_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table groups add constraint groups_parent_fkey foreign key (church_id, parent_id) references groups (church_id, id);
alter table groups add constraint groups_kind_check check (kind in ('cell', 'ministry', 'team', 'class', 'other'));
alter table groups add constraint groups_joining_check check (joining in ('open', 'ask', 'closed'));
alter table groups add constraint groups_reports_check check (reports in ('weekly', 'none'));
alter table groups add constraint groups_status_check check (status in ('active', 'paused', 'closed'));
alter table groups add constraint groups_depth_check check (cardinality(path) <= 6);
alter table groups add constraint groups_capacity_check check (capacity > 0);
alter table groups add constraint groups_counts_check check (leader_count between 0 and member_count);
create index groups_branch on groups (church_id, branch_id, id);
create index groups_parent on groups (church_id, parent_id, id);
create index groups_updated on groups (church_id, updated_at, id);
create index groups_listed on groups (church_id, id) where is_listed and status = 'active' and not hidden;
create index groups_path on groups using gin (path);
comment on column groups.path is 'the groups above it, the topmost first, and the group itself';
comment on column groups.reach is 'the groups whose leaders see it: its path from the last confidential group on';
comment on column groups.hidden is 'it, or a group above it, is confidential';

create table group_members (
  church_id   bigint not null references churches (id),
  id          bigint generated always as identity,
  group_id    bigint not null,
  person_id   bigint not null,
  branch_id   bigint not null,
  role        text not null default 'member',
  status      text not null default 'active',
  joined_on   date not null,
  left_on     date,
  left_reason text,
  source      text not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
alter table group_members add constraint group_members_pkey primary key (church_id, id);
alter table group_members add constraint group_members_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
alter table group_members add constraint group_members_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table group_members add constraint group_members_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table group_members add constraint group_members_role_check check (role in ('leader', 'assistant', 'member', 'guest'));
alter table group_members add constraint group_members_status_check check (status in ('active', 'left'));
alter table group_members add constraint group_members_left_check check ((status = 'left') = (left_on is not null));
create unique index group_members_active on group_members (church_id, group_id, person_id) where status = 'active';
create index group_members_group on group_members (church_id, group_id, id);
create index group_members_person on group_members (church_id, person_id, id);
create index group_members_branch on group_members (church_id, branch_id, id);
create index group_members_updated on group_members (church_id, updated_at, id);
comment on column group_members.branch_id is 'that of the group';

create table join_requests (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  group_id   bigint not null,
  branch_id  bigint not null,
  person_id  bigint,
  name       text,
  email      text,
  phone      text,
  message    text,
  status     text not null default 'pending',
  decided_by text,
  decided_at timestamptz,
  reason     text,
  source     text not null,
  digest     text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table join_requests add constraint join_requests_pkey primary key (church_id, id);
alter table join_requests add constraint join_requests_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
alter table join_requests add constraint join_requests_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table join_requests add constraint join_requests_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table join_requests add constraint join_requests_status_check check (status in ('pending', 'accepted', 'declined', 'withdrawn'));
alter table join_requests add constraint join_requests_decided_check check ((status = 'pending') = (decided_at is null));
alter table join_requests add constraint join_requests_who_check check (person_id is not null or name is not null);
create unique index join_requests_pending on join_requests (church_id, group_id, person_id) where status = 'pending' and person_id is not null;
create unique index join_requests_digest on join_requests (church_id, digest) where status = 'pending';
create index join_requests_group on join_requests (church_id, group_id, id);
create index join_requests_person on join_requests (church_id, person_id, id) where person_id is not null;
create index join_requests_branch on join_requests (church_id, branch_id, id);
create index join_requests_status on join_requests (church_id, status, id);
create index join_requests_updated on join_requests (church_id, updated_at, id);
comment on column join_requests.digest is 'of the group and what was sent: the same form twice is one request';

-- What somebody of the console is entrusted with: single records, in the place of a whole branch.
create table duties (
  church_id     bigint not null references churches (id),
  id            bigint generated always as identity,
  membership_id bigint not null,
  kind          text not null,
  subject_id    bigint not null,
  created_at    timestamptz not null
);
alter table duties add constraint duties_pkey primary key (church_id, id);
alter table duties add constraint duties_once unique (church_id, membership_id, kind, subject_id);
alter table duties add constraint duties_membership_fkey foreign key (church_id, membership_id)
  references memberships (church_id, id) on delete cascade;
alter table duties add constraint duties_kind_check check (kind in ('group'));
create index duties_subject on duties (church_id, kind, subject_id);

-- The role of those who see nothing but their duties.
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check
  check (role in ('owner', 'administrator', 'finance', 'staff', 'viewer', 'helper'));
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check
  check (role in ('owner', 'administrator', 'finance', 'staff', 'viewer', 'helper'));
alter table churches drop constraint churches_second_factor_roles_check;
alter table churches add constraint churches_second_factor_roles_check
  check (second_factor_roles <@ array['owner', 'administrator', 'finance', 'staff', 'viewer', 'helper']);
