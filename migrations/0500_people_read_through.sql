-- Of one letter or two, which no index of three letters knows, all people of a church are looked through. Their rows are wide; in an
-- index that has what is sought beside what lists ask for, that takes a third of the time.
create index people_read_through on people (church_id, id) include (search, removed, status, branch_id);
