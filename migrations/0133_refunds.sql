-- Money that goes back: refunds and disputes of online gifts, and gifts that are voided and stand anew with the rest.

alter table contributions add column replaces_id bigint, add column restates boolean not null default false,
  add column void_cause text;
alter table contributions add constraint contributions_replaces_fkey foreign key (church_id, replaces_id)
  references contributions (church_id, id);
alter table contributions add constraint contributions_restates_check check (restates or replaces_id is null);
alter table contributions add constraint contributions_void_cause_check
  check (void_cause is null or (status = 'void' and void_cause in ('refund', 'refund_undone')));
create unique index contributions_replaces on contributions (church_id, replaces_id) where replaces_id is not null;
-- One payment begins as one contribution, and one of it counts at most: a part that went back leaves another.
drop index contributions_payment;
create unique index contributions_payment on contributions (church_id, payment_id)
  where source = 'online' and payment_id is not null and status = 'posted';
create unique index contributions_first_payment on contributions (church_id, payment_id)
  where source = 'online' and payment_id is not null and not restates;
comment on column contributions.replaces_id is 'the void gift in whose place it stands: of the rest, after a part went back';
comment on column contributions.restates is 'it stands in the place of another, whose id is null while the rows of a church come or go';
comment on column contributions.void_cause is 'why the machine voided it; null where a person did, or an import was undone';

alter table gifts add column payment_id text, add column refunded_amount bigint not null default 0,
  add column dispute text, add column dispute_id text, add column respond_by timestamptz;
alter table gifts add constraint gifts_refunded_check check (refunded_amount between 0 and amount);
alter table gifts add constraint gifts_dispute_check check (dispute in ('open', 'won', 'lost'));
alter table gifts add constraint gifts_disputed_check check ((dispute is null) = (dispute_id is null));
update gifts set payment_id = paid.payment_id from contributions as paid
  where paid.church_id = gifts.church_id and paid.id = gifts.contribution_id;
create unique index gifts_payment on gifts (church_id, payment_id) where payment_id is not null;
comment on column gifts.payment_id is 'what the provider calls the payment; null until it succeeded';
comment on column gifts.refunded_amount is 'what went back, or is on its way back; what is only asked for does not count';

create table refunds (
  church_id          bigint not null references churches (id),
  id                 bigint generated always as identity,
  gift_id            bigint not null,
  branch_id          bigint not null,
  reference          text not null,
  provider           text not null,
  provider_refund_id text,
  amount             bigint not null,
  currency           text not null,
  source             text not null,
  status             text not null,
  reason             text,
  requested_by       text,
  error              text,
  refunded_on        date,
  contribution_id    bigint,
  rest_id            bigint,
  completed_at       timestamptz,
  try_at             timestamptz,
  tries              integer not null default 0,
  sent_at            timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null
);
alter table refunds add constraint refunds_pkey primary key (church_id, id);
alter table refunds add constraint refunds_reference_key unique (church_id, reference);
alter table refunds add constraint refunds_gift_fkey foreign key (church_id, gift_id) references gifts (church_id, id);
alter table refunds add constraint refunds_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table refunds add constraint refunds_contribution_fkey foreign key (church_id, contribution_id)
  references contributions (church_id, id);
alter table refunds add constraint refunds_rest_fkey foreign key (church_id, rest_id) references contributions (church_id, id);
alter table refunds add constraint refunds_amount_check check (amount between 1 and 999999999999);
alter table refunds add constraint refunds_source_check check (source in ('console', 'provider', 'dispute'));
alter table refunds add constraint refunds_status_check check (status in ('requested', 'pending', 'succeeded', 'failed'));
create unique index refunds_provider on refunds (church_id, provider, provider_refund_id) where provider_refund_id is not null;
create index refunds_gift on refunds (church_id, gift_id, id);
create index refunds_branch on refunds (church_id, branch_id, id);
create index refunds_contribution on refunds (church_id, contribution_id) where contribution_id is not null;
create index refunds_rest on refunds (church_id, rest_id) where rest_id is not null;
create index refunds_updated on refunds (church_id, updated_at, id) include (branch_id);
create index refunds_on on refunds (church_id, refunded_on, id);
create index refunds_due on refunds (church_id, try_at) where try_at is not null;
comment on column refunds.reference is 'ours: committed before the provider hears of it, and handed on to it';
comment on column refunds.try_at is 'when the provider is to be told or asked; null: no more';
comment on column refunds.sent_at is 'when the provider was last told; null: surely never';
comment on column refunds.contribution_id is 'the gift that it voided';
comment on column refunds.rest_id is 'the gift of what was left, in its place; null where nothing was';
