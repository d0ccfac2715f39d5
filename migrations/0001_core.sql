-- The church, its branches, keys, people, money, and the records that keep them honest.
-- Every table of a church has the key (church_id, id), and every unique index and foreign key
-- starts with church_id: no reference can cross churches, and the tables can be distributed by church.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table churches (
  id            bigint generated always as identity primary key,
  slug          text not null unique,
  name          text not null,
  country       text not null check (country ~ '^[A-Z]{2}$'),
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  timezone      text not null,
  status        text not null default 'active' check (status in ('active', 'inactive')),
  api_enabled   boolean not null default true,
  modules       text[] not null default '{}',
  people_limit  integer check (people_limit >= 0),
  key_limit     integer check (key_limit >= 0),
  webhook_limit integer check (webhook_limit >= 0),
  last_member_no bigint not null default 0,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz
);

create table branches (
  church_id   bigint not null references churches (id),
  id          bigint generated always as identity,
  parent_id   bigint,
  depth       integer not null default 0 check (depth >= 0),
  name        text not null,
  code        text,
  is_hq       boolean not null default false,
  level       text not null default 'branch',
  pastor_name text,
  email       text,
  phone       text,
  address     text,
  city        text,
  state       text,
  country     text not null,
  currency    text not null,
  timezone    text not null,
  status      text not null default 'active',
  created_at  timestamptz not null default now(),
  updated_at  timestamptz,
  primary key (church_id, id),
  foreign key (church_id, parent_id) references branches (church_id, id),
  check ((depth = 0) = (parent_id is null))
);
create unique index branches_one_hq on branches (church_id) where is_hq;
create index branches_parent on branches (church_id, parent_id);

create table api_keys (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  name       text not null,
  hash       bytea not null check (length(hash) = 32),
  prefix     text not null,
  scopes     text[] not null,
  branch_id  bigint,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id)
);
-- The one look-up that cannot name its church: the key is what tells the church.
create unique index api_keys_hash on api_keys (hash);

create table families (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  name       text not null,
  address    text,
  phone      text,
  branch_id  bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  primary key (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id)
);
create index families_branch on families (church_id, branch_id, id);
create index families_changed on families (church_id, (coalesce(updated_at, created_at)), id);
create index families_name on families using gin (church_id, lower(name) gin_trgm_ops);

create table people (
  church_id         bigint not null references churches (id),
  id                bigint generated always as identity,
  member_no         text not null,
  title             text,
  first_name        text not null,
  middle_name       text,
  last_name         text,
  full_name         text not null generated always as
                    (first_name || coalesce(' ' || middle_name, '') || coalesce(' ' || last_name, '')) stored,
  gender            text,
  dob               date,
  marital_status    text,
  anniversary       date,
  email             text,
  phone             text,
  phone2            text,
  whatsapp          text,
  address           text,
  city              text,
  state             text,
  country           text not null,
  postal_code       text,
  occupation        text,
  employer          text,
  status            text not null default 'visitor' check (status in ('first_timer', 'visitor', 'new_convert',
                    'regular', 'member', 'worker', 'leader', 'inactive', 'transferred', 'deceased')),
  branch_id         bigint not null,
  family_id         bigint,
  family_role       text,
  membership_date   date,
  baptism_date      date,
  salvation_date    date,
  first_visit_date  date,
  source            text not null default 'api',
  sms_opt_in        boolean not null default true,
  email_opt_in      boolean not null default true,
  whatsapp_opt_in   boolean not null default true,
  photo_url         text,
  custom            jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  deleted_at        timestamptz,
  merged_into_id    bigint,
  removed           boolean not null generated always as (deleted_at is not null) stored,
  -- What `q` searches: a line each, so that no match runs from one field into the next.
  search            text not null generated always as (lower(first_name || coalesce(' ' || middle_name, '')
                    || coalesce(' ' || last_name, '') || E'\n' || coalesce(email, '') || E'\n' || member_no)) stored,
  primary key (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id),
  foreign key (church_id, family_id) references families (church_id, id),
  foreign key (church_id, merged_into_id) references people (church_id, id),
  check (merged_into_id is null or deleted_at is not null)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
create unique index people_member_no on people (church_id, member_no);
create index people_listed on people (church_id, id) include (branch_id, status) where not removed;
create index people_branch on people (church_id, branch_id, id) include (status, removed);
create index people_status on people (church_id, status, id) include (branch_id, removed);
create index people_family on people (church_id, family_id, id) include (removed) where family_id is not null;
create index people_last_name on people (church_id, last_name, id) include (branch_id, status, removed);
create index people_updated on people (church_id, updated_at, id) include (branch_id, status, removed);
create index people_created on people (church_id, created_at, id) include (branch_id, status, removed);
create index people_email on people (church_id, lower(email)) where email is not null;
create index people_phone on people (church_id, phone) where phone is not null;
create index people_phone2 on people (church_id, phone2) where phone2 is not null;
create index people_whatsapp on people (church_id, whatsapp) where whatsapp is not null;
create index people_merged on people (church_id, merged_into_id) where merged_into_id is not null;
-- A short list of pending entries: every search reads it from one end to the other.
create index people_search on people using gin (church_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);

create table funds (
  church_id     bigint not null references churches (id),
  id            bigint generated always as identity,
  name          text not null,
  slug          text not null,
  description   text,
  kind          text not null default 'general',
  target_amount bigint check (target_amount > 0),
  currency      text not null,
  is_online     boolean not null default true,
  is_default    boolean not null default false,
  is_active     boolean not null default true,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz,
  primary key (church_id, id),
  unique (church_id, slug),
  check (is_active or not is_default)
);
create unique index funds_one_default on funds (church_id) where is_default;

create table exchange_rates (
  church_id  bigint not null references churches (id),
  currency   text not null check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  rate       numeric(22, 10) not null check (rate > 0),
  created_at timestamptz not null default now(),
  primary key (church_id, currency, valid_from)
);
comment on column exchange_rates.rate is 'units of the church currency for one unit of this currency';

create table contributions (
  church_id    bigint not null references churches (id),
  id           bigint generated always as identity,
  person_id    bigint,
  fund_id      bigint not null,
  branch_id    bigint not null,
  amount       bigint not null check (amount between 1 and 999999999999),
  currency     text not null,
  amount_base  bigint not null check (amount_base >= 0),
  method       text not null check (method in ('cash', 'bank_transfer', 'pos', 'online', 'ach', 'cheque', 'ussd',
               'mobile_money', 'text', 'in_kind', 'other')),
  given_on     date not null,
  reference    text,
  note         text,
  source       text not null,
  payment_id   text,
  donor_name   text,
  donor_email  text,
  donor_phone  text,
  is_anonymous boolean not null default false,
  status       text not null default 'posted' check (status in ('posted', 'void')),
  void_reason  text,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (church_id, id),
  foreign key (church_id, person_id) references people (church_id, id),
  foreign key (church_id, fund_id) references funds (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
create unique index contributions_reference on contributions (church_id, reference)
  where source = 'api' and reference is not null;
-- `include` holds what the total and the sum need, so that counting does not read the table where it was vacuumed.
create index contributions_listed on contributions (church_id, status, id) include (branch_id, amount_base);
create index contributions_given on contributions (church_id, given_on, id)
  include (status, branch_id, amount_base, fund_id, method, source);
create index contributions_person on contributions (church_id, person_id, id)
  include (status, branch_id, amount_base) where person_id is not null;
create index contributions_fund on contributions (church_id, fund_id, id) include (status, branch_id, amount_base);
create index contributions_method on contributions (church_id, method, id) include (status, branch_id, amount_base);
create index contributions_source on contributions (church_id, source, id) include (status, branch_id, amount_base);
create index contributions_branch on contributions (church_id, branch_id, id)
  include (status, amount_base, fund_id);
create index contributions_updated on contributions (church_id, updated_at, id)
  include (status, branch_id, amount_base);

create table events (
  church_id  bigint not null references churches (id),
  id         text not null,
  name       text not null,
  body       text not null,
  created_at timestamptz not null,
  primary key (church_id, id)
);
comment on column events.body is 'the envelope as it is signed and sent: text, since jsonb would reorder its keys';
create index events_created on events (created_at);

create table idempotency_keys (
  church_id   bigint not null references churches (id),
  api_key_id  bigint not null,
  key         text not null,
  fingerprint bytea not null,
  status      smallint,
  location    text,
  body        text,
  created_at  timestamptz not null default now(),
  primary key (church_id, api_key_id, key),
  foreign key (church_id, api_key_id) references api_keys (church_id, id)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Exact totals without counting. A write appends what it changed to tally_deltas; the deltas are folded into
-- the tallies from time to time. A total is the sum of both, read in the page's own snapshot. Rows of branch 0 hold
-- all branches together.
create table tally_deltas (
  church_id bigint not null,
  resource  text not null,
  bucket    bigint not null,
  branch_id bigint not null,
  status    text not null,
  removed   boolean not null default false,
  n         bigint not null,
  amount    bigint not null default 0,
  writes    bigint not null default 1
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index tally_deltas_lookup on tally_deltas (church_id, resource);

create table tallies (
  church_id bigint not null,
  resource  text not null,
  branch_id bigint not null,
  status    text not null,
  removed   boolean not null,
  n         bigint not null,
  amount    numeric not null,
  writes    bigint not null,
  primary key (church_id, resource, branch_id, status, removed)
) with (fillfactor = 50);

-- The same by ranges of ids, of three widths, so that a page far down a list is found without walking to it.
create table tally_buckets (
  church_id bigint not null,
  resource  text not null,
  level     integer not null,
  bucket    bigint not null,
  branch_id bigint not null,
  status    text not null,
  removed   boolean not null,
  n         bigint not null,
  primary key (church_id, resource, branch_id, level, bucket, status, removed) include (n)
) with (fillfactor = 70);
comment on column tally_buckets.level is 'a bucket holds the ids that are equal when shifted right by so many bits';

-- Nodes may remember accounts (keys, churches, branch trees) while their lease runs. A change of an account
-- raises the version and is reported done when every live node has seen it.
create table account_version (
  only_row boolean primary key default true check (only_row),
  version  bigint not null
);
insert into account_version (version) values (1);

create table nodes (
  id           text primary key,
  seen_version bigint not null,
  lease_until  timestamptz not null,
  started_at   timestamptz not null default now()
);

-- Requests counted in the sliding window while several nodes share the work.
create unlogged table rate_windows (
  subject text primary key,
  hits    double precision[] not null,
  expires timestamptz not null
) with (fillfactor = 50);

-- Lets a request into the window of a subject, or not; the row's lock makes it exact for all nodes.
create function rate_take(window_subject text, cap integer, window_seconds double precision)
returns table (admitted boolean, used integer, oldest_age double precision) language plpgsql as $$
declare
  live double precision[];
  moment double precision;
begin
  loop
    select w.hits into live from rate_windows w where w.subject = window_subject for update;
    exit when found;
    insert into rate_windows (subject, hits, expires) values (window_subject, '{}', now()) on conflict do nothing;
  end loop;
  moment := extract(epoch from clock_timestamp());
  live := array(select hit from unnest(live) as hit where hit > moment - window_seconds order by hit);
  admitted := cardinality(live) < cap;
  if admitted then
    live := live || moment;
  end if;
  update rate_windows w set hits = live, expires = to_timestamp(moment + window_seconds)
    where w.subject = window_subject;
  used := cardinality(live);
  oldest_age := moment - live[1];
  return next;
end $$;
