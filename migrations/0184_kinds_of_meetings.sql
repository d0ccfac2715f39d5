-- Meetings of a kind or status and members of a role are found and counted from an index: of the few of one kind all others
-- were looked through.

create index meetings_kind on meetings (church_id, kind, id) include (group_id);
create index meetings_status on meetings (church_id, status, id) include (group_id);
create index group_members_role on group_members (church_id, role, id) include (group_id);
