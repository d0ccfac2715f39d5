-- Statements of giving and receipts: issued once, numbered without gaps, frozen (decision 0026).

alter table funds add column is_deductible boolean not null default true;
comment on column funds.is_deductible is 'gifts to it may be deducted from taxes: statements show those to other funds apart';

create table statement_runs (
  church_id   bigint not null,
  id          bigint generated always as identity,
  from_on     date not null,
  to_on       date not null,
  by          text not null,
  note        text,
  status      text not null default 'preparing',
  funds       text,
  total       integer not null default 0,
  issued      integer not null default 0,
  sends       boolean not null default false,
  issued_by   text,
  as_of       timestamptz not null,
  finished_at timestamptz,
  created_at  timestamptz not null
);
alter table statement_runs add constraint statement_runs_pkey primary key (church_id, id);
alter table statement_runs add constraint statement_runs_church_fkey foreign key (church_id) references churches (id);
alter table statement_runs add constraint statement_runs_by_check check (by in ('person', 'family'));
alter table statement_runs add constraint statement_runs_status_check check (status in ('preparing', 'issuing', 'issued'));
alter table statement_runs add constraint statement_runs_span_check check (from_on <= to_on);
comment on table statement_runs is 'the statements of a period, issued together, from one moment of the books';
comment on column statement_runs.funds is 'JSON: the name of each fund at that moment, and whether gifts to it are deductible';
comment on column statement_runs.total is 'givers with gifts at that moment';
comment on column statement_runs.issued is 'of them have their statement by now';
comment on column statement_runs.sends is 'links are being sent to those of it that had none';
comment on column statement_runs.as_of is 'a moment before the books were read: what changed after it may be missing';

create table statement_drafts (
  church_id bigint not null,
  id        bigint generated always as identity,
  run_id    bigint not null,
  person_id bigint,
  family_id bigint,
  people    bigint[] not null,
  who       text not null,
  lines     text not null
);
alter table statement_drafts add constraint statement_drafts_pkey primary key (church_id, id);
alter table statement_drafts add constraint statement_drafts_run_fkey foreign key (church_id, run_id)
  references statement_runs (church_id, id);
alter table statement_drafts add constraint statement_drafts_person_fkey foreign key (church_id, person_id)
  references people (church_id, id);
create index statement_drafts_run on statement_drafts (church_id, run_id, id);
create index statement_drafts_person on statement_drafts (church_id, person_id) where person_id is not null;
comment on table statement_drafts is 'what a run read in its one moment and has not issued yet: a row is gone when its statement is there';

create table statements (
  church_id        bigint not null,
  id               bigint generated always as identity,
  number           text not null,
  kind             text not null,
  version          integer not null default 1,
  status           text not null default 'issued',
  run_id           bigint,
  person_id        bigint,
  family_id        bigint,
  contribution_id  bigint,
  branch_id        bigint not null,
  people           bigint[] not null,
  giver            text not null,
  year             integer not null,
  from_on          date not null,
  to_on            date not null,
  currency         text not null,
  base_total       bigint not null,
  gifts            integer not null,
  figures          text not null,
  sha256           bytea not null,
  supersedes_id    bigint,
  superseded_by_id bigint,
  issued_on        date not null,
  issued_by        text,
  as_of            timestamptz not null,
  sent_person_id   bigint,
  sent_at          timestamptz,
  opened_at        timestamptz,
  opened           integer not null default 0,
  tries            integer not null default 0,
  fresh_at         timestamptz,
  link_version     integer not null default 0,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
alter table statements add constraint statements_pkey primary key (church_id, id);
alter table statements add constraint statements_church_fkey foreign key (church_id) references churches (id);
alter table statements add constraint statements_run_fkey foreign key (church_id, run_id) references statement_runs (church_id, id);
alter table statements add constraint statements_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table statements add constraint statements_sent_fkey foreign key (church_id, sent_person_id) references people (church_id, id);
alter table statements add constraint statements_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table statements add constraint statements_contribution_fkey foreign key (church_id, contribution_id)
  references contributions (church_id, id);
alter table statements add constraint statements_supersedes_fkey foreign key (church_id, supersedes_id)
  references statements (church_id, id);
alter table statements add constraint statements_superseded_fkey foreign key (church_id, superseded_by_id)
  references statements (church_id, id);
alter table statements add constraint statements_kind_check check (kind in ('statement', 'receipt'));
alter table statements add constraint statements_status_check check (status in ('issued', 'superseded'));
alter table statements add constraint statements_superseded_check check ((status = 'superseded') = (superseded_by_id is not null));
alter table statements add constraint statements_receipt_check check ((kind = 'receipt') = (contribution_id is not null));
alter table statements add constraint statements_hash_check check (octet_length(sha256) = 32);
create unique index statements_number on statements (church_id, number);
create index statements_receipt on statements (church_id, contribution_id) where contribution_id is not null;
create index statements_year on statements (church_id, year, id) include (branch_id, status);
create index statements_span on statements (church_id, from_on, to_on, id) include (kind, status);
create index statements_person on statements (church_id, person_id, id) where person_id is not null;
create index statements_family on statements (church_id, family_id, id) where family_id is not null;
create index statements_sent_person on statements (church_id, sent_person_id) where sent_person_id is not null;
create index statements_run on statements (church_id, run_id, id) where run_id is not null;
create index statements_branch on statements (church_id, branch_id, id);
create index statements_status on statements (church_id, status, id) include (branch_id);
create index statements_updated on statements (church_id, updated_at, id) include (branch_id);
create index statements_people on statements using gin (people);
comment on column statements.branch_id is 'the smallest branch that has the giver and all gifts on it: who does not see all of it sees none of it';
comment on column statements.people is 'whose gifts stand on it';
comment on column statements.year is 'of its last day';
comment on column statements.base_total is 'of all gifts of money, in the currency of the church';
comment on column statements.figures is 'canonical JSON as it was issued; everything that is shown is made of it';
comment on column statements.as_of is 'what changed after it may be missing: then a new version is offered';
comment on column statements.tries is 'wrong answers at its link since it was sent';
comment on column statements.fresh_at is 'when the giver last asked for a link that needs no birthday';
