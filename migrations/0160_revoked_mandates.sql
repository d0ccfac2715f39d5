-- A giver may have told their bank that a church charges no more: then nothing is asked of them, and the recurring gift ends.
alter table gifts drop constraint gifts_decline_check;
alter table gifts add constraint gifts_decline_check check (decline in ('soft', 'hard', 'giver', 'revoked'));
comment on column gifts.decline is 'soft: it may be tried again; hard: not with this mandate; giver: the giver is needed; revoked: they took their consent back at the bank';
