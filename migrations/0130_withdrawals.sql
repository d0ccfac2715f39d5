-- Requests to join that are withdrawn by a link.

alter table join_requests add column link_version integer not null default 1;
comment on column join_requests.link_version is 'raised to take back the link by which it is withdrawn';
create index join_requests_recent on join_requests (church_id, group_id, created_at) where source = 'form';

-- What few groups hold in secret is left out of long lists.
create index groups_hidden on groups (church_id, id) where hidden;
