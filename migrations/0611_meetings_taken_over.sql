-- A meeting that somebody planned by hand is theirs, also when a schedule has taken it over: it does not go with a schedule that is
-- deleted. Which were taken over before is not known; those that somebody changed are kept as before.
alter table meetings add column taken_over boolean not null default false;
