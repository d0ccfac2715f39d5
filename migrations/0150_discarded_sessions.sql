-- A class session that was opened by mistake is discarded while nothing is on it; its meeting may then be opened anew.
alter table class_sessions add column made_meeting boolean not null default false;
comment on column class_sessions.made_meeting is 'its meeting was made for it, and is cancelled with it';
alter table class_sessions drop constraint class_sessions_status_check;
alter table class_sessions add constraint class_sessions_status_check check (status in ('open', 'closed', 'discarded'));
alter table class_sessions drop constraint class_sessions_meeting;
create unique index class_sessions_meeting on class_sessions (church_id, meeting_id) where status <> 'discarded';
