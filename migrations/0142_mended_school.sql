-- A promotion is applied as it was shown; a care note is changed by who read it; what follows a record is written by name.

alter table promotions add column revision integer not null default 0;
alter table promotions add column carries boolean not null default false;
comment on column promotions.revision is 'raised by each change of the draft: it is applied as it was shown, or not at all';
comment on column promotions.carries is 'of a draft: the new year has no classes of its own, so those of the old one go on into it';

alter table child_details add column care_note_version integer not null default 0;
comment on column child_details.care_note_version is 'raised by each change of the care note: who changes one has seen it';

-- Whoever moves a person to another branch moves these with them, in the same transaction.
alter table child_details drop constraint child_details_person_fkey;
alter table child_details add constraint child_details_person_fkey foreign key (church_id, person_id, branch_id)
  references people (church_id, id, branch_id) deferrable initially deferred;

-- Whoever takes somebody off the team takes their tasks from them before.
alter table tasks drop constraint tasks_assignee_membership_fkey;
alter table tasks add constraint tasks_assignee_membership_fkey foreign key (church_id, assignee_membership_id)
  references memberships (church_id, id);
