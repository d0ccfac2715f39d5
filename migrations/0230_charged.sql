-- A payment that was not what was asked for: what was charged is kept, so that a person can take it into the books.
alter table gifts add column charged_amount bigint, add column charged_currency text, add column charged_fee bigint,
  add column charged_at timestamptz;
alter table gifts add constraint gifts_charged_check check ((charged_amount is null) = (charged_currency is null));
comment on column gifts.payment_id is 'what the provider calls the payment; null where none was made, as far as we know';
comment on column gifts.charged_amount is 'what was paid, where that was not what was asked for';
comment on column gifts.charged_at is 'when it was paid, as the provider says';
