-- A church that is moved or deleted lets go of references within a table for a moment: the newer statement that an older one names is
-- not there yet, or not any more.
alter table statements drop constraint statements_superseded_check;
alter table statements add constraint statements_superseded_check check (superseded_by_id is null or status = 'superseded');
