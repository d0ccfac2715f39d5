-- Payouts of payment providers: each is a batch, with what the provider put into it line by line, and the accounts it is booked on.

create table payout_lines (
  church_id       bigint not null,
  batch_id        bigint not null,
  line            integer not null,
  kind            text not null,
  reference       text not null,
  payment_id      text,
  amount          bigint not null,
  fee             bigint not null,
  happened_on     date,
  contribution_id bigint,
  created_at      timestamptz not null
);
alter table payout_lines add constraint payout_lines_pkey primary key (church_id, batch_id, line);
alter table payout_lines add constraint payout_lines_batch_fkey foreign key (church_id, batch_id) references batches (church_id, id);
alter table payout_lines add constraint payout_lines_gift_fkey
  foreign key (church_id, contribution_id) references contributions (church_id, id);
alter table payout_lines add constraint payout_lines_kind_check
  check (kind in ('payment', 'refund', 'dispute', 'fee', 'returned', 'other'));
create index payout_lines_gift on payout_lines (church_id, contribution_id) where contribution_id is not null;
comment on table payout_lines is 'what a provider put into a payout; all amounts less all fees are what it paid out';
comment on column payout_lines.amount is 'in minor units of the currency of the payout; below zero for money that went back';
comment on column payout_lines.reference is 'what the provider calls it; of what it does not itemize: unexplained';
comment on column payout_lines.contribution_id is 'the gift that the payment was in the books as, when the payout was told of';

alter table batches add column payout_failed_on date, add column payout_failure text;
alter table batches add constraint batches_failed_payout_check
  check (payout_failed_on is null or (kind = 'payout' and status in ('deposited', 'discarded')));
comment on column batches.payout_failed_on is 'the day on which the bank sent it back; what was deposited stays as it was';

alter table payment_providers add column payouts_since date, add column payouts_seen_on date,
  add column payouts_look_at timestamptz, add column payouts_error text;
-- What was paid out before is in the books of churches already, by whatever way they had.
update payment_providers set payouts_since = current_date, payouts_look_at = now() + interval '1 hour';
comment on column payment_providers.payouts_since is 'payouts that arrived before are not asked for';
comment on column payment_providers.payouts_seen_on is 'the day of the last time that all payouts were told';
comment on column payment_providers.payouts_look_at is 'when it is asked for payouts again';

alter table account_codes add column purpose text;
alter table account_codes drop constraint account_codes_one_check;
alter table account_codes add constraint account_codes_one_check check (num_nonnulls(method, fund_id, purpose) = 1);
alter table account_codes add constraint account_codes_purpose_check check (purpose in ('bank', 'fees'));
create unique index account_codes_purpose on account_codes (church_id, purpose) where purpose is not null;
comment on column account_codes.purpose is 'of payouts of providers: the account of the bank, and that of their fees';
