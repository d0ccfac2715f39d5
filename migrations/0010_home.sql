-- What the home page of the console shows, and the first steps of a church.

-- People who came first in a week; those without the date of a first visit are found by people_created.
create index people_first_visit on people (church_id, first_visit_date) include (branch_id, removed)
  where first_visit_date is not null;

-- Messages by the moment they were handed over.
create index messages_sent on messages (church_id, sent_at) include (channel, branch_id, status)
  where sent_at is not null;

-- First steps that a church has behind it: a row each, written once.
create table setup_steps (
  church_id bigint not null references churches (id),
  step      text not null,
  skipped   boolean not null default false,
  done_at   timestamptz not null,
  primary key (church_id, step)
);
comment on column setup_steps.skipped is 'put aside by hand; otherwise done';
