-- Totals of attendances know as what people came and whether for the first time, without counting; days are counted from an
-- index alone. The table is written anew: attendance waits meanwhile, some ten seconds for a million rows.

alter table attendances drop column status;
alter table attendances add column status text not null
  generated always as (state || case when role = 'attendee' then '' else '/' || role end
    || case when first_time then '/first' else '' end) stored;
comment on column attendances.status is 'state, role and first time, as totals know them';
create index attendances_listed on attendances (church_id, status, id) include (branch_id);
create index attendances_held on attendances (church_id, held_on, id) include (status, branch_id, group_id);
create index attendances_group on attendances (church_id, group_id, id) include (branch_id, status, held_on) where group_id is not null;
drop index attendances_updated;
create index attendances_updated on attendances (church_id, updated_at, id) include (status, branch_id, group_id);
drop index attendances_roles;
drop index attendances_first;

-- Counted anew; the version of the data goes on.
create temporary table attendance_versions on commit drop as
  select church_id, sum(writes) as writes from (
    select church_id, writes from tallies where resource = 'attendances'
    union all select church_id, writes from tally_deltas where resource = 'attendances') as all_writes group by church_id;
delete from tally_deltas where resource = 'attendances';
delete from tallies where resource = 'attendances';
delete from tally_buckets where resource = 'attendances';
insert into tallies (church_id, resource, branch_id, status, removed, n, amount, writes)
  select church_id, 'attendances', place, status, false, count(*), 0, 0
  from attendances, unnest(array[branch_id, 0]) as place group by church_id, place, status;
insert into tally_buckets (church_id, resource, level, bucket, branch_id, status, removed, n)
  select church_id, 'attendances', level, id >> level, place, status, false, count(*)
  from attendances, unnest(array[branch_id, 0]) as place, unnest(array[18, 14, 10]) as level
  group by church_id, level, id >> level, place, status;
insert into tallies (church_id, resource, branch_id, status, removed, n, amount, writes)
  select church_id, 'attendances', 0, '', false, 0, 0, writes + 1 from attendance_versions;

-- In the order of the day on which people joined.
create index group_members_joined on group_members (church_id, joined_on, id);
drop index meetings_held;
-- With all that trends add up.
create index meetings_held on meetings (church_id, held_on, id)
  include (status, branch_id, group_id, schedule_id, counted, named);
