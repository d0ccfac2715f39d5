-- Envelopes: numbers that people give under, for a time, in a series.

create table envelopes (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  series     text,
  number     integer not null,
  person_id  bigint,
  family_id  bigint,
  branch_id  bigint not null,
  valid_from date not null,
  valid_to   date,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table envelopes add constraint envelopes_pkey primary key (church_id, id);
alter table envelopes add constraint envelopes_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table envelopes add constraint envelopes_family_fkey foreign key (church_id, family_id) references families (church_id, id);
alter table envelopes add constraint envelopes_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table envelopes add constraint envelopes_owner_check check (num_nonnulls(person_id, family_id) = 1);
alter table envelopes add constraint envelopes_number_check check (number > 0);
alter table envelopes add constraint envelopes_days_check check (valid_to >= valid_from - 1);
create index envelopes_number on envelopes (church_id, number, valid_from);
create index envelopes_person on envelopes (church_id, person_id, id) where person_id is not null;
create index envelopes_family on envelopes (church_id, family_id, id) where family_id is not null;
create index envelopes_branch on envelopes (church_id, branch_id, id);
create index envelopes_updated on envelopes (church_id, updated_at, id);
comment on column envelopes.series is 'such as Easter 2027; null for the usual ones';
comment on column envelopes.valid_to is 'the last day; the day before valid_from for one that never was';
