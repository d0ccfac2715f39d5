-- Gifts that repeat: on a schedule of our own, paid by a mandate or by a link each time (docs/decisions/0030).

create table mandates (
  church_id    bigint not null,
  id           bigint generated always as identity,
  provider     text not null,
  is_test      boolean not null,
  customer_ref text not null,
  token        text,
  kind         text not null,
  brand        text,
  last4        text,
  expires_on   date,
  status       text not null default 'active',
  consent      text not null,
  consented_at timestamptz not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
alter table mandates add constraint mandates_pkey primary key (church_id, id);
alter table mandates add constraint mandates_church_fkey foreign key (church_id) references churches (id);
alter table mandates add constraint mandates_kind_check check (kind in ('card', 'direct_debit', 'mobile_money'));
alter table mandates add constraint mandates_status_check check (status in ('active', 'needs_giver', 'ended'));
alter table mandates add constraint mandates_token_check check ((status = 'ended') = (token is null));
comment on table mandates is 'ways to pay that givers let their church charge again';
comment on column mandates.token is 'sealed (vault.ts); gone when the mandate ends';
comment on column mandates.consent is 'the sentence under which the giver agreed';

create table recurring_gifts (
  church_id         bigint not null,
  id                bigint generated always as identity,
  form_id           text not null,
  person_id         bigint,
  donor_name        text not null,
  donor_email       text not null,
  is_anonymous      boolean not null default false,
  note              text,
  fund_id           bigint not null,
  branch_id         bigint not null,
  amount            bigint not null,
  currency          text not null,
  frequency         text not null,
  mode              text not null,
  status            text not null default 'pending',
  anchor_on         date not null,
  next_on           date,
  ends_on           date,
  paused_until      date,
  past_due_on       date,
  failed_periods    integer not null default 0,
  mandate_id        bigint,
  first_gift_id     bigint,
  mandate_gift_id   bigint,
  mandate_look_at   timestamptz,
  mandate_looks     integer not null default 0,
  link_version      integer not null default 1,
  link_sent_at      timestamptz,
  is_test           boolean not null,
  sender            text,
  cancelled_by      text,
  cancel_reason     text,
  cancelled_at      timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
alter table recurring_gifts add constraint recurring_gifts_pkey primary key (church_id, id);
alter table recurring_gifts add constraint recurring_gifts_form_key unique (church_id, form_id);
alter table recurring_gifts add constraint recurring_gifts_church_fkey foreign key (church_id) references churches (id);
alter table recurring_gifts add constraint recurring_gifts_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table recurring_gifts add constraint recurring_gifts_fund_fkey foreign key (church_id, fund_id) references funds (church_id, id);
alter table recurring_gifts add constraint recurring_gifts_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table recurring_gifts add constraint recurring_gifts_mandate_fkey foreign key (church_id, mandate_id) references mandates (church_id, id);
alter table recurring_gifts add constraint recurring_gifts_amount_check check (amount between 1 and 999999999999);
alter table recurring_gifts add constraint recurring_gifts_frequency_check check (frequency in ('weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'));
alter table recurring_gifts add constraint recurring_gifts_mode_check check (mode in ('charge', 'remind'));
alter table recurring_gifts add constraint recurring_gifts_status_check check (status in ('pending', 'active', 'paused', 'past_due', 'cancelled', 'completed'));
alter table recurring_gifts add constraint recurring_gifts_cancelled_check check ((status = 'cancelled') = (cancelled_at is not null and cancelled_by is not null));
alter table recurring_gifts add constraint recurring_gifts_by_check check (cancelled_by in ('giver', 'staff', 'failures', 'provider'));
alter table recurring_gifts add constraint recurring_gifts_failed_check check (failed_periods >= 0);
create index recurring_gifts_branch on recurring_gifts (church_id, branch_id, id);
create index recurring_gifts_person on recurring_gifts (church_id, person_id, id) where person_id is not null;
create index recurring_gifts_fund on recurring_gifts (church_id, fund_id, id);
create index recurring_gifts_mandate on recurring_gifts (church_id, mandate_id) where mandate_id is not null;
create index recurring_gifts_next on recurring_gifts (church_id, next_on, id);
create index recurring_gifts_past_due on recurring_gifts (church_id, past_due_on, id);
create index recurring_gifts_email on recurring_gifts (church_id, lower(donor_email));
create index recurring_gifts_updated on recurring_gifts (church_id, updated_at, id);
create index recurring_gifts_mandate_look on recurring_gifts (church_id, mandate_look_at) where mandate_look_at is not null;
comment on column recurring_gifts.form_id is 'digest of the form as it was sent: the same form sent twice is one';
comment on column recurring_gifts.next_on is 'the day of the next period that has not begun';
comment on column recurring_gifts.past_due_on is 'the day of the period that is not paid; null where all are';
comment on column recurring_gifts.failed_periods is 'in a row; two end it';
comment on column recurring_gifts.mandate_gift_id is 'the gift whose payment the provider is asked about: may it be charged again?';
comment on column recurring_gifts.link_sent_at is 'when the giver was last sent their link because somebody asked for it';

create table recurring_periods (
  church_id    bigint not null,
  recurring_id bigint not null,
  due_on       date not null,
  status       text not null,
  tries        integer not null default 0,
  try_at       timestamptz,
  gift_id      bigint,
  error        text,
  told         integer not null default 0,
  updated_at   timestamptz not null
);
alter table recurring_periods add constraint recurring_periods_pkey primary key (church_id, recurring_id, due_on);
alter table recurring_periods add constraint recurring_periods_recurring_fkey foreign key (church_id, recurring_id) references recurring_gifts (church_id, id) on delete cascade;
alter table recurring_periods add constraint recurring_periods_status_check check (status in ('due', 'charging', 'paid', 'retrying', 'needs_giver', 'failed', 'skipped'));
comment on table recurring_periods is 'one row a period that has begun, or was passed over';
comment on column recurring_periods.gift_id is 'the latest attempt; of a paid one the gift that paid it';
comment on column recurring_periods.told is 'how often the giver was written to because it is not paid';

alter table gifts add column recurring_id bigint;
alter table gifts add column due_on date;
alter table gifts add column saves boolean not null default false;
alter table gifts add column decline text;
alter table gifts add column mandate_id bigint;
alter table gifts add column charge_at timestamptz;
alter table gifts add column charges integer not null default 0;
alter table gifts add column sent_at timestamptz;
alter table gifts add constraint gifts_recurring_fkey foreign key (church_id, recurring_id) references recurring_gifts (church_id, id);
alter table gifts add constraint gifts_mandate_fkey foreign key (church_id, mandate_id) references mandates (church_id, id);
alter table gifts add constraint gifts_decline_check check (decline in ('soft', 'hard', 'giver'));
create unique index gifts_period on gifts (church_id, recurring_id, due_on) where status = 'succeeded' and due_on is not null;
create index gifts_recurring on gifts (church_id, recurring_id, id) where recurring_id is not null;
create index gifts_mandate on gifts (church_id, mandate_id) where mandate_id is not null;
create index gifts_charge on gifts (church_id, charge_at) where charge_at is not null;
comment on column gifts.recurring_id is 'the recurring gift that it is of';
comment on column gifts.due_on is 'the period that it pays; null where another paid that before';
comment on column gifts.saves is 'its checkout asked whether the payment may be repeated';
comment on column gifts.decline is 'soft: it may be tried again; hard: not with this mandate; giver: the giver is needed';
comment on column gifts.charge_at is 'when the mandate is to be charged, or the charge to be looked for; null: no more';
comment on column gifts.sent_at is 'when the provider was first told of the charge: from then on it is looked for before it is sent again';
