-- Online gifts: a church's accounts with payment providers, and the payment side of each gift.

create table payment_providers (
  church_id      bigint not null references churches (id),
  id             bigint generated always as identity,
  provider       text not null,
  settings       jsonb not null default '{}',
  secrets        text not null,
  active         boolean not null,
  is_test        boolean not null,
  callback_token text not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (church_id, id),
  unique (church_id, provider)
);
create unique index payment_providers_active on payment_providers (church_id) where active;
comment on column payment_providers.secrets is 'sealed (vault.ts)';
comment on column payment_providers.is_test is 'its payments are tests: no money moves';
comment on column payment_providers.active is 'takes new gifts; the others still hear of gifts that they began';

create table gifts (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  reference       text not null,
  form_id         text not null,
  person_id       bigint,
  fund_id         bigint not null,
  branch_id       bigint not null,
  amount          bigint not null check (amount between 1 and 999999999999),
  currency        text not null,
  fee             bigint check (fee >= 0),
  channel         text not null default 'web',
  provider        text not null,
  provider_ref    text,
  checkout_url    text,
  method          text,
  status          text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'expired')),
  error           text,
  donor_name      text not null,
  donor_email     text not null,
  note            text,
  is_anonymous    boolean not null default false,
  is_test         boolean not null,
  contribution_id bigint,
  completed_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  look_at         timestamptz,
  looks           integer not null default 0,
  looked_at       timestamptz,
  processing_at   timestamptz,
  primary key (church_id, id),
  unique (church_id, reference),
  unique (church_id, form_id),
  foreign key (church_id, person_id) references people (church_id, id),
  foreign key (church_id, fund_id) references funds (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id),
  foreign key (church_id, contribution_id) references contributions (church_id, id),
  check ((status = 'succeeded') = (contribution_id is not null))
);
create unique index gifts_contribution on gifts (church_id, contribution_id) where contribution_id is not null;
create index gifts_branch on gifts (church_id, branch_id, id);
create index gifts_fund on gifts (church_id, fund_id, id);
create index gifts_person on gifts (church_id, person_id, id) where person_id is not null;
create index gifts_updated on gifts (church_id, updated_at, id) include (branch_id);
create index gifts_pending on gifts (church_id, created_at) where status = 'pending';
create index gifts_look on gifts (church_id, look_at) where look_at is not null;
comment on column gifts.form_id is 'digest of the form as it was sent: the same form sent twice is one gift';
comment on column gifts.look_at is 'when the provider is to be asked what became of it; null: no more';
comment on column gifts.processing_at is 'since when the provider says that the money is on its way, which may take days';
comment on column gifts.looked_at is 'when the provider was last asked, by whomever';

-- Whatever a provider repeats: one payment is one contribution.
create unique index contributions_payment on contributions (church_id, payment_id)
  where source = 'online' and payment_id is not null;
