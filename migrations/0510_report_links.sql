-- Links of reports are taken back by themselves: an usher's link of the same meeting is another one.
alter table meetings add column report_link_version integer not null default 1;
comment on column meetings.report_link_version is 'raised to take back the links to its report that were given out';
-- Those that were given out lead on.
update meetings set report_link_version = link_version where link_version <> 1;
