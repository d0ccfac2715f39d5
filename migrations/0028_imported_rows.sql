-- Which rows were imported: so that they are recognised when they come again, in the same file or in one that has grown.
create table imported_rows (
  church_id bigint not null,
  kind      text not null,
  hash      bytea not null,
  import_id bigint not null,
  n         integer not null
);
alter table imported_rows add constraint imported_rows_pkey primary key (church_id, kind, hash, import_id);
alter table imported_rows add constraint imported_rows_church_fkey foreign key (church_id) references churches (id);
alter table imported_rows add constraint imported_rows_import_fkey foreign key (church_id, import_id)
  references imports (church_id, id);
alter table imported_rows add constraint imported_rows_n_check check (n > 0);
comment on column imported_rows.hash is 'of what the row says, by the proper names of its columns';
comment on column imported_rows.n is 'how many rows of the import say the same: two envelopes with the same amount are two gifts';

-- The rows tell what a hash of the whole text missed, such as a line that was added.
drop index imports_fingerprint;
alter table imports drop column fingerprint;
