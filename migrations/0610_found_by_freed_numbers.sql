-- Removed people who let go of their number are found by it: it is shown as theirs.
create index people_freed_no on people (church_id, freed_member_no) where freed_member_no is not null;
