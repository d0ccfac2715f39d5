-- A module gives one task of a kind for each of its records, however often it asks.

create unique index tasks_of_subject on tasks (church_id, subject_kind, subject_id, kind) where subject_id is not null;
drop index tasks_subject;
