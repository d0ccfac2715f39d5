-- A link without an account names only those whom its maker may see.
alter table kept_links add column within_branch_id bigint;
comment on column kept_links.within_branch_id is 'the branch that limited who made it: it names people of it and below; null for all';
