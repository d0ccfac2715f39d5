-- A file may write a number without the zeros at its beginning, which spreadsheets drop: who has it is found by one look,
-- where each spelling was looked for.

create index people_bare_no on people (church_id, ltrim(member_no, '0'));
