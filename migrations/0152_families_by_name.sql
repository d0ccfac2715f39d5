-- Files name the families of people: each name is looked up as it is, which the index for parts of words takes long for.

create index families_name on families (church_id, search, id);
