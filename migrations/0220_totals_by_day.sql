-- Totals of the days that records are of: what a span of days comes to is added up, not counted.

alter table tally_deltas add column day date;
comment on column tally_deltas.day is 'that the records are of; null where totals by day are not kept';

create table tally_days (
  church_id bigint not null,
  resource  text not null,
  branch_id bigint not null,
  day       date not null,
  status    text not null,
  removed   boolean not null,
  n         bigint not null,
  amount    numeric not null
) with (fillfactor = 70);
alter table tally_days add constraint tally_days_pkey primary key (church_id, resource, branch_id, day, status, removed);

-- Deltas that are not folded yet are of records that are counted here: they have no day.
insert into tally_days (church_id, resource, branch_id, day, status, removed, n, amount)
  select church_id, 'attendances', place, held_on, status, false, count(*), 0
  from attendances, unnest(array[branch_id, 0]) as place group by church_id, place, held_on, status;
insert into tally_days (church_id, resource, branch_id, day, status, removed, n, amount)
  select church_id, 'contributions', place, given_on, status, false, count(*), sum(amount_base)
  from contributions, unnest(array[branch_id, 0]) as place group by church_id, place, given_on, status;
