-- Nobody writes over a care note that they do not know of.

alter table group_reports add column care_note_version integer not null default 0;
comment on column group_reports.care_note_version is 'how often its care note was written';
