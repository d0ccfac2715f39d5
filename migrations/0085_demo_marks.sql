-- What the demo made in a church, so that it can be removed and nothing else is (docs/decisions/0022).

create table demo_marks (
  church_id bigint not null,
  relation  text not null,
  first_id  bigint not null,
  last_id   bigint not null,
  made_at   timestamptz not null
);
alter table demo_marks add constraint demo_marks_pkey primary key (church_id, relation);
alter table demo_marks add constraint demo_marks_church_fkey foreign key (church_id) references churches (id);
alter table demo_marks add constraint demo_marks_ids_check check (first_id <= last_id);
comment on column demo_marks.first_id is 'of the rows that the demo made in this table; between it and last_id are no others of the church';
