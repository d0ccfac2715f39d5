-- Pledges stand on statements: what is read of them is of the moment of the books, as the gifts are.

alter table statement_drafts add column pledges text;
comment on column statement_drafts.pledges is 'JSON: the pledges of the giver whose campaigns have a day in the period; null in a draft of before';
