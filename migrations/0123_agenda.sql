-- What is due when: hints for the nodes, of which the records themselves decide. And reminders, each of which is sent once.

create table agenda (
  kind          text not null,
  church_id     bigint not null,
  record_id     bigint not null,
  due_at        timestamptz not null,
  claimed_until timestamptz,
  tries         integer not null default 0
);
alter table agenda add constraint agenda_pkey primary key (kind, church_id, record_id);
create index agenda_due on agenda (due_at);
comment on table agenda is 'hints: one that is lost, doubled or late does no harm';
comment on column agenda.claimed_until is 'a node is at it until then, or failed at it; null where nobody is';
comment on column agenda.tries is 'how often it was begun since it was written or done';

create table reminders (
  church_id     bigint not null,
  id            bigint generated always as identity,
  kind          text not null,
  subject_id    bigint not null,
  step          integer not null,
  person_id     bigint,
  membership_id bigint,
  due_at        timestamptz not null,
  title         text not null,
  text          text not null,
  link          jsonb,
  message_id    bigint,
  sent_at       timestamptz,
  tries         integer not null default 0,
  ended_at      timestamptz,
  created_at    timestamptz not null
);
alter table reminders add constraint reminders_pkey primary key (church_id, id);
alter table reminders add constraint reminders_church_fkey foreign key (church_id) references churches (id);
alter table reminders add constraint reminders_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table reminders add constraint reminders_membership_fkey foreign key (church_id, membership_id)
  references memberships (church_id, id) on delete cascade;
alter table reminders add constraint reminders_message_fkey foreign key (church_id, message_id) references messages (church_id, id);
alter table reminders add constraint reminders_once unique (church_id, kind, subject_id, step);
alter table reminders add constraint reminders_receiver_check check ((person_id is null) <> (membership_id is null));
create index reminders_open on reminders (church_id, due_at) where ended_at is null;
create index reminders_person on reminders (church_id, person_id, sent_at) where person_id is not null;
create index reminders_membership on reminders (church_id, membership_id, sent_at) where membership_id is not null;
create index reminders_message on reminders (church_id, message_id) where message_id is not null;
comment on column reminders.step is 'the first, the second: each of a subject is sent once';
comment on column reminders.link is 'which signed link stands below its text; its address is made when it is sent, and stored nowhere';
comment on column reminders.message_id is 'the message that it became, perhaps with others of the same receiver';
comment on column reminders.tries is 'messages that were written for it: one that was surely not handed over is followed by another';
comment on column reminders.ended_at is 'when it was known what became of its message, or that there will be none; its texts are gone then';

alter table messages add column links jsonb;
comment on column messages.links is 'signed links whose addresses stand, when it is sent, where its body only says that there is one';
