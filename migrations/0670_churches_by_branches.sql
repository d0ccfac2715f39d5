-- These rows name their church by a branch, a group or an import as well, each a row of that church: that the church is there was
-- looked at twice for every row, which is felt where whole files are written.
alter table people drop constraint people_church_id_fkey;
alter table families drop constraint families_church_id_fkey;
alter table gifts drop constraint gifts_church_id_fkey;
alter table group_members drop constraint group_members_church_id_fkey;
alter table imported_rows drop constraint imported_rows_church_fkey;
