-- What a church knows of a child beside the record of a person.

-- Details follow their person to another branch by themselves.
alter table people add constraint people_branch_once unique (church_id, id, branch_id);

create table child_details (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  person_id       bigint not null,
  branch_id       bigint not null,
  grade           text,
  label_note      text,
  care_note       text,
  photo_ok        boolean,
  emergency_name  text,
  emergency_phone text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
alter table child_details add constraint child_details_pkey primary key (church_id, id);
alter table child_details add constraint child_details_once unique (church_id, person_id);
alter table child_details add constraint child_details_person_fkey foreign key (church_id, person_id, branch_id)
  references people (church_id, id, branch_id) on update cascade;
create index child_details_branch on child_details (church_id, branch_id, id);
create index child_details_updated on child_details (church_id, updated_at, id);
comment on column child_details.branch_id is 'that of the person';
comment on column child_details.care_note is 'sealed by the vault';

-- The grades of the church's children; its Sunday school has the same.
alter table churches add column if not exists school_grades text[] not null
  default '{Nursery,Reception,1,2,3,4,5,6,7,8,9,10,11,12}';
