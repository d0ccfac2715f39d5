-- Batches: what was counted together and taken to the bank together, or paid out together by a provider of payments.

create table batches (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  name            text not null,
  kind            text not null default 'counting',
  status          text not null default 'open',
  branch_id       bigint not null,
  counted_on      date not null,
  counters        jsonb not null default '[]',
  control_count   integer,
  controls        jsonb not null default '[]',
  variance        text,
  variance_note   text,
  variance_by     text,
  variance_by_id  text,
  closed_at       timestamptz,
  closed_by       text,
  closed_figures  text,
  deposit_ref     text,
  deposited_on    date,
  deposited_at    timestamptz,
  deposited_by    text,
  number          text,
  figures         text,
  sha256          bytea,
  provider        text,
  payout_ref      text,
  payout          jsonb,
  created_by      text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
alter table batches add constraint batches_pkey primary key (church_id, id);
alter table batches add constraint batches_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table batches add constraint batches_kind_check check (kind in ('counting', 'payout'));
alter table batches add constraint batches_status_check check (status in ('open', 'closed', 'deposited', 'discarded'));
alter table batches add constraint batches_count_check check (control_count >= 0);
alter table batches add constraint batches_closed_check
  check ((status in ('closed', 'deposited')) = (closed_at is not null) and (closed_at is null) = (closed_figures is null));
alter table batches add constraint batches_deposited_check
  check ((status = 'deposited') = (figures is not null) and (figures is null) = (sha256 is null) and (figures is null) = (number is null)
    and (figures is null) = (deposited_on is null) and (figures is null) = (deposited_at is null));
alter table batches add constraint batches_payout_check
  check ((kind = 'payout') = (payout is not null) and (payout is null) = (payout_ref is null) and (payout is null) = (provider is null));
create unique index batches_number on batches (church_id, number) where number is not null;
create unique index batches_payouts on batches (church_id, provider, payout_ref) where payout_ref is not null;
create index batches_branch on batches (church_id, branch_id, id);
create index batches_status on batches (church_id, status, id);
create index batches_counted on batches (church_id, counted_on, id);
create index batches_updated on batches (church_id, updated_at, id);
comment on column batches.controls is 'what was counted: [{"currency": "NGN", "amount": 128450000}]';
comment on column batches.variance is 'the difference that variance_note explains; another one wants another note';
comment on column batches.variance_by_id is 'the user who explained it: whoever closes it is somebody else';
comment on column batches.closed_figures is 'what was in it when it was closed: it is deposited with nothing else';
comment on column batches.figures is 'what was taken to the bank, as it was computed; nothing changes it';
comment on column batches.payout is 'what the provider says of it: gross, fees, refunds, net, and its lines';

create table batch_cash (
  church_id    bigint not null references churches (id),
  batch_id     bigint not null,
  currency     text not null,
  denomination bigint not null,
  pieces       integer not null
);
alter table batch_cash add constraint batch_cash_pkey primary key (church_id, batch_id, currency, denomination);
alter table batch_cash add constraint batch_cash_batch_fkey foreign key (church_id, batch_id) references batches (church_id, id);
alter table batch_cash add constraint batch_cash_denomination_check check (denomination > 0);
alter table batch_cash add constraint batch_cash_pieces_check check (pieces > 0);
comment on column batch_cash.denomination is 'in minor units';

create table batch_counts (
  church_id  bigint not null references churches (id),
  batch_id   bigint not null,
  place      integer not null,
  counter    text not null,
  counted    text not null,
  tries      integer not null default 1,
  entered_by text not null,
  counted_at timestamptz not null
);
alter table batch_counts add constraint batch_counts_pkey primary key (church_id, batch_id, place);
alter table batch_counts add constraint batch_counts_batch_fkey foreign key (church_id, batch_id) references batches (church_id, id);
alter table batch_counts add constraint batch_counts_place_check check (place in (1, 2));
comment on column batch_counts.counted is 'canonical JSON of the figures; nobody is shown them before both counts are in';

create table batch_adjustments (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  batch_id        bigint not null,
  contribution_id bigint not null,
  kind            text not null,
  amount          bigint not null,
  currency        text not null,
  amount_base     bigint not null,
  happened_on     date not null,
  note            text,
  created_at      timestamptz not null
);
alter table batch_adjustments add constraint batch_adjustments_pkey primary key (church_id, id);
alter table batch_adjustments add constraint batch_adjustments_batch_fkey foreign key (church_id, batch_id) references batches (church_id, id);
alter table batch_adjustments add constraint batch_adjustments_gift_fkey
  foreign key (church_id, contribution_id) references contributions (church_id, id);
alter table batch_adjustments add constraint batch_adjustments_kind_check check (kind in ('bounced', 'voided', 'refunded'));
create index batch_adjustments_gift on batch_adjustments (church_id, contribution_id);
create index batch_adjustments_batch on batch_adjustments (church_id, batch_id, id);
create index batch_adjustments_day on batch_adjustments (church_id, happened_on, id);
comment on column batch_adjustments.amount is 'what the deposit would be more, in minor units: below zero for money that went';

alter table contributions add column batch_id bigint;
alter table contributions add constraint contributions_batch_fkey foreign key (church_id, batch_id) references batches (church_id, id);
create index contributions_batch on contributions (church_id, batch_id, id) include (status, branch_id, amount_base)
  where batch_id is not null;
