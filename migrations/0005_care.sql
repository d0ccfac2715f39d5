-- Prayer requests (module care): who asks, for what, and what became of it.

create table prayer_requests (
  church_id    bigint not null references churches (id),
  id           bigint generated always as identity,
  person_id    bigint,
  name         text,
  email        text,
  phone        text,
  branch_id    bigint not null,
  category     text,
  body         text not null,
  is_urgent    boolean not null default false,
  is_public    boolean not null default false,
  is_anonymous boolean not null default false,
  status       text not null default 'open' check (status in ('open', 'praying', 'answered', 'closed')),
  answer       text,
  answered_at  timestamptz,
  prayed_count integer not null default 0 check (prayed_count >= 0),
  source       text not null default 'api',
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (church_id, id),
  foreign key (church_id, person_id) references people (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id),
  check (person_id is not null or name is not null or is_anonymous),
  check ((answer is null) = (answered_at is null)),
  check (status <> 'answered' or answer is not null)
);
create index prayer_requests_branch on prayer_requests (church_id, branch_id, id);
create index prayer_requests_person on prayer_requests (church_id, person_id, id) where person_id is not null;
create index prayer_requests_status on prayer_requests (church_id, status, id);
create index prayer_requests_updated on prayer_requests (church_id, updated_at, id) include (branch_id);
comment on column prayer_requests.is_anonymous is 'who asked is not to be told to others; the record keeps it';
