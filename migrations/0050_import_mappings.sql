-- What a church decided of files with certain columns: proposed for the next one.
create table import_mappings (
  church_id bigint not null,
  kind      text not null,
  layout    text not null,
  mapping   jsonb not null,
  used_at   timestamptz not null
);
alter table import_mappings add constraint import_mappings_pkey primary key (church_id, kind, layout);
alter table import_mappings add constraint import_mappings_church_fkey foreign key (church_id) references churches (id);
comment on column import_mappings.layout is 'of the titles of the columns, in whatever order';
