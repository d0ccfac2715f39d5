-- A meeting that gave way to another of its day stays with its schedule, and has no place in it any more.
alter table meetings drop constraint meetings_slot_check;
alter table meetings add constraint meetings_slot_check check (schedule_id is not null or slot is null);
comment on column meetings.slot is 'when its schedule put it, by the local clock; it stays where the meeting is moved. Null for one that no schedule made, and for one that gave way to another of its day';
