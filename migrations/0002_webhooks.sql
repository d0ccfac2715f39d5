-- Webhooks (spec, Events): endpoints, what waits to be delivered, the log of attempts. Events and the log are
-- partitioned by week, so that what is older than it is kept is dropped, not deleted.

-- The smallest event id of a moment: `evt_` and the time part of a ULID.
create function event_id_at(moment timestamptz) returns text language sql immutable as $$
  select 'evt_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ((ms >> (5 * place)) & 31)::integer, 1), '' order by place desc)
  from (select floor(extract(epoch from moment) * 1000)::bigint as ms) as stamp, generate_series(0, 9) as place
$$;

alter table events rename to events_before;
alter table events_before rename constraint events_pkey to events_before_pkey;

-- An id says when it was made, so the key alone finds the partition. No foreign key: making a partition would lock
-- churches, and only record() writes here, with the church of its caller.
create table events (
  church_id  bigint not null,
  id         text collate "C" not null,
  name       text not null,
  body       text not null,
  created_at timestamptz not null,
  primary key (church_id, id)
) partition by range (id);
comment on column events.body is 'the envelope as it is signed and sent: text, since jsonb would reorder its keys';

create table webhook_endpoints (
  church_id             bigint not null references churches (id),
  id                    bigint generated always as identity,
  url                   text not null,
  description           text,
  events                text[] not null check (cardinality(events) > 0),
  secret                text not null,
  previous_secret       text,
  previous_secret_until timestamptz,
  status                text not null default 'active' check (status in ('active', 'paused', 'off')),
  status_reason         text,
  status_since          timestamptz not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (church_id, id),
  check ((previous_secret is null) = (previous_secret_until is null))
);
create unique index webhook_endpoints_id on webhook_endpoints (id);
comment on column webhook_endpoints.events is 'exact names, prefix.*, or *';

-- One lane an endpoint: who sends for it, and how it goes. The epoch fences: results of an owner who lost the lane
-- neither count nor pause.
create table webhook_lanes (
  church_id       bigint not null,
  endpoint_id     bigint not null,
  node            text,
  epoch           bigint not null default 0,
  failures        integer not null default 0,
  delivered       bigint not null default 0,
  failed          bigint not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (church_id, endpoint_id),
  foreign key (church_id, endpoint_id) references webhook_endpoints (church_id, id) on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on column webhook_lanes.failures is 'attempts that failed in a row, tests aside';

-- What waits: a row is there until its event is delivered, given up or discarded. It has no foreign keys: each event
-- would lock its endpoint's row. Rows of a deleted endpoint are deleted with it, and again when a sweep meets one.
create table webhook_deliveries (
  church_id   bigint not null,
  id          bigint generated always as identity,
  endpoint_id bigint not null,
  event_id    text collate "C" not null,
  kind        text not null default 'event' check (kind in ('event', 'redelivery', 'test')),
  attempts    smallint not null default 0,
  due_at      timestamptz,
  created_at  timestamptz not null,
  primary key (church_id, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0);
comment on column webhook_deliveries.due_at is 'when to try again; null: never tried, so at once';
create index webhook_deliveries_fresh on webhook_deliveries (church_id, endpoint_id, id)
  where due_at is null and kind <> 'test';
create index webhook_deliveries_due on webhook_deliveries (church_id, endpoint_id, due_at, id)
  where due_at is not null and kind <> 'test';
-- Tests are sent while an endpoint is paused, so they are found without walking what is held.
create index webhook_deliveries_tests on webhook_deliveries (church_id, endpoint_id, id) where kind = 'test';
create index webhook_deliveries_event on webhook_deliveries (church_id, event_id);

-- The log. An attempt's id, as sent in X-Service-Delivery, is made of `delivery_id` and `number`; number 0 says what
-- became of a delivery that was never tried.
create table webhook_attempts (
  church_id   bigint not null,
  delivery_id bigint not null,
  number      smallint not null,
  started_at  timestamptz not null,
  endpoint_id bigint not null,
  event_id    text collate "C" not null,
  event       text not null,
  kind        text not null,
  url         text not null,
  duration_ms integer not null,
  outcome     text not null check (outcome in ('delivered', 'retrying', 'failed', 'discarded')),
  status      integer,
  reason      text,
  response    text,
  next_at     timestamptz,
  primary key (church_id, delivery_id, number, started_at)
) partition by range (started_at);
create index webhook_attempts_endpoint on webhook_attempts (church_id, endpoint_id, started_at, delivery_id);
create index webhook_attempts_failed on webhook_attempts (church_id, endpoint_id, started_at, delivery_id)
  where outcome <> 'delivered';
create index webhook_attempts_event on webhook_attempts (church_id, event_id);

-- What the command line may take as an address is what the servers that run would send to.
alter table nodes add column allows_insecure boolean not null default false;
comment on column nodes.allows_insecure is 'for development: sends webhooks to plain http and to its own machine';

-- Makes the partitions from the week of `since` to eight weeks from now.
create function make_partitions(since timestamptz) returns void language plpgsql as $$
declare
  parent text;
  child text;
  week timestamptz;
begin
  perform pg_advisory_xact_lock(7311903);
  foreach parent in array array['events', 'webhook_attempts'] loop
    for week in select generate_series(date_trunc('week', since, 'UTC'), now() + interval '8 weeks', interval '7 days') loop
      child := parent || to_char(week at time zone 'UTC', '"_"YYYYMMDD');
      continue when to_regclass(child) is not null;
      -- Attached, not made as a partition: that would lock out everyone who uses the table.
      execute format('create table %I (like %I including all)', child, parent);
      if parent = 'events' then
        execute format('alter table events attach partition %I for values from (%L) to (%L)',
          child, event_id_at(week), event_id_at(week + interval '7 days'));
      else
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent, child, week, week + interval '7 days');
      end if;
    end loop;
  end loop;
end $$;

-- The partitions that end before a moment. Each is dropped in a transaction of its own: see events/partitions.ts.
create function partitions_before(moment timestamptz) returns setof text language plpgsql stable as $$
declare
  child text;
begin
  for child in select i.inhrelid::regclass::text from pg_inherits i
    where i.inhparent in ('events'::regclass, 'webhook_attempts'::regclass) and i.inhrelid::regclass::text ~ '_[0-9]{8}$'
    order by 1 loop
    if to_date(right(child, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + interval '7 days' < moment then
      return next child;
    end if;
  end loop;
end $$;

select make_partitions(coalesce(least((select min(created_at) from events_before), now()), now()));
insert into events select * from events_before where id >= event_id_at(now() - interval '31 days');
drop table events_before;
