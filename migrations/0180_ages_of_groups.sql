-- For whom a group is: people of these ages find it.

alter table groups add column age_from integer;
alter table groups add column age_to integer;
alter table groups add constraint groups_ages_check check (age_from between 0 and 120 and age_to between 0 and 120 and age_from <= age_to);
comment on column groups.age_from is 'the youngest for whom it is; null for no limit';
comment on column groups.age_to is 'the oldest for whom it is; null for no limit';
