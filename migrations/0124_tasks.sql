-- Tasks: what somebody has to do by a day, for a record of another module or by itself.

create table tasks (
  church_id              bigint not null,
  id                     bigint generated always as identity,
  branch_id              bigint not null,
  subject_kind           text,
  subject_id             bigint,
  kind                   text not null default 'other',
  title                  text not null,
  person_id              bigint,
  assignee_membership_id bigint,
  assignee_person_id     bigint,
  due_on                 date not null,
  status                 text not null default 'open',
  outcome                text,
  note                   text,
  done_at                timestamptz,
  done_by                text,
  remind_at              timestamptz,
  link_version           integer not null default 1,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);
alter table tasks add constraint tasks_pkey primary key (church_id, id);
alter table tasks add constraint tasks_church_fkey foreign key (church_id) references churches (id);
alter table tasks add constraint tasks_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table tasks add constraint tasks_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table tasks add constraint tasks_assignee_person_fkey foreign key (church_id, assignee_person_id)
  references people (church_id, id);
alter table tasks add constraint tasks_assignee_membership_fkey foreign key (church_id, assignee_membership_id)
  references memberships (church_id, id) on delete set null (assignee_membership_id);
alter table tasks add constraint tasks_kind_check check (kind in ('call', 'visit', 'message', 'other'));
alter table tasks add constraint tasks_status_check check (status in ('open', 'done', 'dropped'));
alter table tasks add constraint tasks_outcome_check
  check (outcome in ('reached', 'no_answer', 'left_message', 'visited', 'not_interested'));
alter table tasks add constraint tasks_subject_check check ((subject_kind is null) = (subject_id is null));
alter table tasks add constraint tasks_assignee_check check (assignee_membership_id is null or assignee_person_id is null);
alter table tasks add constraint tasks_done_check check ((status = 'done') = (done_at is not null));
create index tasks_branch on tasks (church_id, branch_id, id);
create index tasks_updated on tasks (church_id, updated_at, id) include (branch_id);
create index tasks_due on tasks (church_id, due_on, id) include (status, branch_id);
create index tasks_status on tasks (church_id, status, id);
create index tasks_person on tasks (church_id, person_id, id) where person_id is not null;
create index tasks_member on tasks (church_id, assignee_membership_id, status, due_on) where assignee_membership_id is not null;
create index tasks_assignee on tasks (church_id, assignee_person_id, id) where assignee_person_id is not null;
create index tasks_subject on tasks (church_id, subject_kind, subject_id) where subject_id is not null;
-- What the agenda has to have; few of them are open.
create index tasks_reminded on tasks (church_id, id) where status = 'open' and remind_at is not null;
comment on column tasks.subject_kind is 'what the task is for, such as report; null for one by itself';
comment on column tasks.remind_at is 'when the next reminder is due; null where there is none any more';
comment on column tasks.link_version is 'raised when it is given to somebody else, which takes back the links that were sent';
