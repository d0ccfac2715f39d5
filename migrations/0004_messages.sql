-- Messages: what was sent and what became of it; the accounts they go through; what came back.

-- Which key sealed the secrets of this database, so that no process seals with another.
create table vault_key (
  only_row boolean primary key default true check (only_row),
  key_id   text not null
);

-- A creation with an effect outside the database commits before the effect: `task` tells what to wait for until there is
-- a response to remember.
alter table idempotency_keys add column task text;

create table message_providers (
  church_id      bigint not null references churches (id),
  channel        text not null check (channel in ('sms', 'email', 'whatsapp', 'push')),
  provider       text not null,
  settings       jsonb not null default '{}',
  secrets        text not null,
  callback_token text not null,
  -- One that was replaced still reads the receipts of what it sent.
  active         boolean not null default true,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (church_id, channel, provider)
);
-- Push has several side by side: devices are of several kinds.
create unique index message_providers_active on message_providers (church_id, channel) where active and channel <> 'push';
comment on column message_providers.secrets is 'JSON object, sealed by the vault';

-- A request to send, to one recipient or many.
create table message_tasks (
  church_id   bigint not null references churches (id),
  id          bigint generated always as identity,
  channel     text not null,
  -- Asked for with an array: answered with one.
  many        boolean not null,
  -- Until then its sender is surely at work, or will say so again; null once every message has its outcome.
  claimed_until timestamptz,
  created_at  timestamptz not null,
  primary key (church_id, id)
);
create index message_tasks_open on message_tasks (claimed_until) where claimed_until is not null;
create index message_tasks_created on message_tasks (created_at);

create table messages (
  church_id    bigint not null references churches (id),
  id           bigint generated always as identity,
  task_id      bigint,
  branch_id    bigint not null,
  channel      text not null check (channel in ('sms', 'email', 'whatsapp', 'voice', 'push')),
  person_id    bigint,
  "to"         text not null,
  subject      text,
  body         text not null,
  -- waiting: not handed to a provider yet; sending: handed over, no answer yet. Neither is shown.
  status       text not null check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'skipped')),
  units        integer not null default 0 check (units >= 0),
  -- SMS units that are set aside until it is known whether the provider took the message.
  held_units   integer not null default 0 check (held_units >= 0),
  error        text,
  source       text not null,
  provider     text,
  provider_id  text,
  sent_at      timestamptz,
  delivered_at timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id),
  foreign key (church_id, person_id) references people (church_id, id),
  check (held_units = 0 or status in ('waiting', 'sending'))
);
create index messages_listed on messages (church_id, id) include (branch_id, status)
  where status not in ('waiting', 'sending');
create index messages_status on messages (church_id, status, id) include (branch_id);
create index messages_branch on messages (church_id, branch_id, id) include (status);
create index messages_person on messages (church_id, person_id, id) where person_id is not null;
create index messages_channel on messages (church_id, channel, id);
create index messages_source on messages (church_id, source, id);
create index messages_updated on messages (church_id, updated_at, id);
create index messages_task on messages (church_id, task_id) where task_id is not null;
create index messages_provider on messages (church_id, provider, provider_id) where provider_id is not null;

-- Receipts that came before the message was written down as sent.
create table message_receipts (
  church_id   bigint not null references churches (id),
  provider    text not null,
  provider_id text not null,
  status      text not null check (status in ('delivered', 'failed')),
  error       text,
  created_at  timestamptz not null,
  primary key (church_id, provider, provider_id)
);
create index message_receipts_created on message_receipts (created_at);

-- SMS units of a church: bought, charged, and set aside for messages on their way.
create table sms_accounts (
  church_id bigint primary key references churches (id),
  balance   bigint not null default 0 check (balance >= 0),
  held      bigint not null default 0 check (held >= 0),
  check (held <= balance)
);

create table sms_entries (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  units      bigint not null,
  balance    bigint not null,
  message_id bigint,
  note       text,
  created_at timestamptz not null,
  primary key (church_id, id)
);
comment on column sms_entries.units is 'added where positive, charged for a message where negative';
-- A message is charged once.
create unique index sms_entries_message on sms_entries (church_id, message_id) where message_id is not null;

-- Addresses that opted out, whether somebody on record has them or not.
create table message_opt_outs (
  church_id  bigint not null references churches (id),
  channel    text not null check (channel in ('sms', 'email', 'whatsapp')),
  address    text not null,
  created_at timestamptz not null,
  primary key (church_id, channel, address)
);

create table inbox (
  church_id   bigint not null references churches (id),
  id          bigint generated always as identity,
  channel     text not null,
  provider    text not null,
  provider_id text not null,
  person_id   bigint,
  "from"      text not null,
  "to"        text not null,
  body        text not null,
  created_at  timestamptz not null,
  primary key (church_id, id),
  unique (church_id, provider, provider_id),
  foreign key (church_id, person_id) references people (church_id, id)
);
create index inbox_person on inbox (church_id, person_id) where person_id is not null;

-- Devices that take push messages.
create table devices (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  person_id  bigint not null,
  kind       text not null check (kind in ('webpush', 'fcm', 'development')),
  address    text not null,
  address_hash bytea not null,
  name       text,
  created_at timestamptz not null,
  primary key (church_id, id),
  foreign key (church_id, person_id) references people (church_id, id)
);
create index devices_person on devices (church_id, person_id);
create unique index devices_address on devices (church_id, address_hash);

-- What the development provider was given, in the place of sending it.
create table outbox (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  message_id      bigint not null,
  channel         text not null,
  "to"            text not null,
  subject         text,
  body            text not null,
  unsubscribe_url text,
  created_at      timestamptz not null,
  primary key (church_id, id)
);
create index outbox_created on outbox (created_at);
