-- The search for everything looks at names as people, families and groups have them: folded once, when they are written.
alter table branches add column search text generated always as (folded(name)) stored;
alter table funds add column search text generated always as (folded(name)) stored;
alter table pledge_campaigns add column search text generated always as (folded(name)) stored;
alter table sermons add column search text generated always as (folded(title || coalesce(' ' || speaker, ''))) stored;
alter table tasks add column search text generated always as (folded(title)) stored;
