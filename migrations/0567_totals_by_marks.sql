-- Lists of online gifts, prayer requests and sermons are not counted either: each record says as what it was counted, and an index
-- of those of which that is not so, or not yet, finds what a total has to look at besides. PostgreSQL keeps the index, so a server
-- of before, which knows nothing of the marks, breaks no total. What is on record is counted by the first server that runs.

alter table gifts add column tallied_status text, add column tallied_branch_id bigint;
comment on column gifts.tallied_status is 'as what its totals have it; null: not counted yet';
create index gifts_late on gifts (church_id)
  where tallied_status is null or tallied_status <> status or tallied_branch_id <> branch_id;
create index gifts_status on gifts (church_id, status, id) include (branch_id);
create index gifts_changed on gifts (church_id, (id >> 14), updated_at, id) include (branch_id, status);

alter table prayer_requests add column tallied_status text, add column tallied_branch_id bigint;
comment on column prayer_requests.tallied_status is 'as what its totals have it; null: not counted yet';
create index prayer_requests_late on prayer_requests (church_id)
  where tallied_status is null or tallied_status <> status or tallied_branch_id <> branch_id;
create index prayer_requests_changed on prayer_requests (church_id, (id >> 14), updated_at, id) include (branch_id, status);

alter table sermons add column removed boolean generated always as (deleted_at is not null) stored;
alter table sermons add column tallied_status text, add column tallied_removed boolean;
comment on column sermons.tallied_status is 'as what its totals have it; null: not counted yet';
create index sermons_late on sermons (church_id)
  where tallied_status is null or tallied_status <> status or tallied_removed <> removed;
create index sermons_status on sermons (church_id, status, id) where not removed;
create index sermons_changed on sermons (church_id, (id >> 14), updated_at, id) include (status, removed);
drop index sermons_listed;
create index sermons_listed on sermons (church_id, id) where not removed;
drop index sermons_updated;
create index sermons_updated on sermons (church_id, updated_at, id) where not removed;
