-- A payout in a currency without a rate is worth something in the books once the rate is entered, and is booked then.
alter table batches add column payout_valued_at timestamptz;
comment on column batches.payout_valued_at is 'when the rate of its day was entered, where that was after the payout was told of';
