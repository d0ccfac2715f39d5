-- Who asked for an import to be taken back: what they do not see when its turn comes stays.
alter table imports add column undone_by_member bigint;
comment on column imports.undone_by_member is 'of the console; their membership may be gone by then';
