-- A file may write a number without the zeros at its beginning, which spreadsheets drop: who has it is found by one look,
-- where each spelling was looked for. The church comes second: beginning with it, the index would be taken for looks by id
-- in a church that grew since its statistics were made, and each of them would go through all its people.

create index people_bare_no on people (ltrim(member_no, '0'), church_id);
