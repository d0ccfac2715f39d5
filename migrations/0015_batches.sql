-- Messages that are written to many people at once from the console: worked off in chunks, whoever has left meanwhile.

create table message_batches (
  church_id   bigint not null references churches (id),
  id          bigint generated always as identity,
  -- Made by the page: a second press finds the batch of the first.
  key         text not null,
  user_id     text not null,
  user_name   text not null,
  -- A digest of who was asked for: the same key for others is another message.
  audience    text not null,
  channel     text not null check (channel in ('sms', 'email', 'whatsapp', 'push')),
  subject     text,
  body        text not null,
  total       integer not null,
  -- The task of its latest chunk.
  task_id     bigint,
  created_at  timestamptz not null,
  stopped_at  timestamptz,
  -- When everybody's message had its outcome.
  finished_at timestamptz,
  primary key (church_id, id),
  unique (church_id, key)
);
create index message_batches_open on message_batches (church_id, id) where finished_at is null;

-- Who is written to: frozen when the batch was begun.
create table message_batch_recipients (
  church_id  bigint not null,
  batch_id   bigint not null,
  person_id  bigint not null,
  -- taken: has a message; gone: removed before their turn; stopped: the batch was stopped before their turn.
  state      text not null default 'waiting' check (state in ('waiting', 'taken', 'gone', 'stopped')),
  -- Messages written for them: more than one where the first was surely not handed over.
  tries      smallint not null default 0,
  message_id bigint,
  primary key (church_id, batch_id, person_id),
  foreign key (church_id, batch_id) references message_batches (church_id, id),
  foreign key (church_id, person_id) references people (church_id, id),
  check ((state = 'taken') = (message_id is not null))
);
create index message_batch_recipients_state on message_batch_recipients (church_id, batch_id, state, person_id);
create index message_batch_recipients_person on message_batch_recipients (church_id, person_id);

-- The batch whose turn a message is; null again for one that another took the place of.
alter table messages add column batch_id bigint;
create index messages_batch on messages (church_id, batch_id, status, id) where batch_id is not null;
