-- Long lists of changes are told by places of 16,384 ids, of which an index knows when their first and last record changed; the
-- totals of a place have its sum, too. In the order of days the index of the day knows when a record changed.

create index people_changed on people (church_id, (id >> 14), updated_at, id) include (branch_id, status, removed);
create index contributions_changed on contributions (church_id, (id >> 14), updated_at, id)
  include (status, branch_id, amount_base);
create index messages_changed on messages (church_id, (id >> 14), updated_at, id) include (branch_id, status);
create index attendances_changed on attendances (church_id, (id >> 14), updated_at, id) include (status, branch_id, group_id);
create index pledges_changed on pledges (church_id, (id >> 14), updated_at, id) include (status, branch_id, amount_base);

drop index contributions_given;
create index contributions_given on contributions (church_id, given_on, id)
  include (status, branch_id, amount_base, fund_id, method, source, updated_at);
drop index attendances_held;
create index attendances_held on attendances (church_id, held_on, id) include (status, branch_id, group_id, updated_at);

alter table tally_buckets add column amount numeric not null default 0;
comment on column tally_buckets.amount is 'their sum, of a list that has one';
alter table tally_buckets drop constraint tally_buckets_pkey;
alter table tally_buckets add constraint tally_buckets_pkey
  primary key (church_id, resource, branch_id, level, bucket, status, removed) include (n, amount);

-- What deltas that are not folded yet will add is not in the buckets.
with summed as (
    select church_id, 'contributions' as resource, place, level, id >> level as bucket, status, sum(amount_base) as amount
      from contributions, unnest(array[branch_id, 0]) as place, unnest(array[18, 14, 10]) as level group by 1, 2, 3, 4, 5, 6
    union all
    select church_id, 'pledges', place, level, id >> level, status, sum(amount_base)
      from pledges, unnest(array[branch_id, 0]) as place, unnest(array[18, 14, 10]) as level group by 1, 2, 3, 4, 5, 6
    union all
    select church_id, resource, place, level, bucket >> level - 10, status, -sum(amount)
      from tally_deltas, unnest(array[branch_id, 0]) as place, unnest(array[18, 14, 10]) as level
      where resource in ('contributions', 'pledges') group by 1, 2, 3, 4, 5, 6),
  sums as (
    select church_id, resource, place, level, bucket, status, sum(amount) as amount from summed group by 1, 2, 3, 4, 5, 6)
update tally_buckets as kept set amount = sums.amount from sums
  where kept.church_id = sums.church_id and kept.resource = sums.resource and kept.branch_id = sums.place
    and kept.level = sums.level and kept.bucket = sums.bucket and kept.status = sums.status and not kept.removed;
