-- What a church's administrators have to know. Recorded always; mailed where mail is set up and the church has addresses.

alter table churches add column notice_emails text[] not null default '{}';
comment on column churches.notice_emails is 'who is mailed, until accounts of people exist';

create table notices (
  church_id     bigint not null references churches (id),
  id            bigint generated always as identity,
  kind          text not null,
  title         text not null,
  body          text not null,
  created_at    timestamptz not null,
  read_at       timestamptz,
  mail_due_at   timestamptz,
  mail_attempts integer not null default 0,
  mailed_at     timestamptz,
  mail_error    text,
  primary key (church_id, id)
);
create index notices_mail_due on notices (mail_due_at) where mail_due_at is not null;
comment on column notices.mail_due_at is 'when to mail it; null: mailed, given up, or nobody to mail';
