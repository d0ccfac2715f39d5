-- Who begins gifts that nobody pays: counted for each address, so that no address can keep others from giving.
alter table gifts add column sender text;
comment on column gifts.sender is 'tells addresses apart, keyed so that it names none; forgotten after a day';
create index gifts_sender on gifts (church_id, sender, created_at) where sender is not null;
create index gifts_unpaid on gifts (church_id, created_at) where status <> 'succeeded';
