-- Sessions of classes have the day of their meeting, as all that is recorded of one: lists are sorted and filtered by it.
alter table class_sessions add column held_on date;
update class_sessions as s set held_on = m.held_on from meetings as m where m.church_id = s.church_id and m.id = s.meeting_id;
-- For nodes of an earlier release, which do not say it: theirs are of today.
alter table class_sessions alter column held_on set default current_date;
alter table class_sessions alter column held_on set not null;
create index class_sessions_held on class_sessions (church_id, held_on, id) include (status, branch_id);
comment on column class_sessions.held_on is 'that of the meeting';

-- Reports of meetings that were moved were left behind.
update group_reports as r set held_on = m.held_on from meetings as m
  where m.church_id = r.church_id and m.id = r.meeting_id and r.held_on <> m.held_on;
