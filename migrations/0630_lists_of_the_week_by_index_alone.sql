-- Lists of meetings, members and reports by branch, group and state, and what changed of them, are counted from an index alone:
-- each record that matched a branch or a moment was looked up for its group and its state. These take the place of those without.

drop index meetings_branch;
create index meetings_branch on meetings (church_id, branch_id, id) include (group_id, status, kind);
drop index meetings_updated;
create index meetings_updated on meetings (church_id, updated_at, id) include (branch_id, group_id, status, kind);
-- What the whole church holds is few among what groups hold.
create index meetings_of_church on meetings (church_id, starts_at, id) include (branch_id, status, kind, held_on) where group_id is null;

drop index group_members_branch;
create index group_members_branch on group_members (church_id, branch_id, id) include (group_id, status, role);
drop index group_members_updated;
create index group_members_updated on group_members (church_id, updated_at, id) include (branch_id, group_id, status, role);

drop index group_reports_branch;
create index group_reports_branch on group_reports (church_id, branch_id, id) include (group_id, status, held_on);
drop index group_reports_status;
create index group_reports_status on group_reports (church_id, status, id) include (branch_id, group_id, held_on);
drop index group_reports_held;
create index group_reports_held on group_reports (church_id, held_on, id) include (status, branch_id, group_id);
drop index group_reports_updated;
create index group_reports_updated on group_reports (church_id, updated_at, id) include (branch_id, group_id, status);
