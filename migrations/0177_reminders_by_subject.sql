-- When somebody was last reminded of a record is looked up by the record; reminders that are over go after a while.

create index reminders_subject on reminders (church_id, subject_id, kind);
create index reminders_ended on reminders (church_id, ended_at) where ended_at is not null;
