-- Numbers of documents that are issued (decision 0026): without gaps in each church, for each kind and year.

create table document_numbers (
  church_id bigint not null,
  kind      text not null,
  year      integer not null,
  last      bigint not null
);
alter table document_numbers add constraint document_numbers_pkey primary key (church_id, kind, year);
alter table document_numbers add constraint document_numbers_church_fkey foreign key (church_id) references churches (id);
alter table document_numbers add constraint document_numbers_kind_check check (kind ~ '^[a-z_]{1,20}$');
alter table document_numbers add constraint document_numbers_year_check check (year between 1900 and 9999);
alter table document_numbers add constraint document_numbers_last_check check (last > 0);
comment on column document_numbers.last is 'the latest number that was given out; its row is locked until the document is on record';
