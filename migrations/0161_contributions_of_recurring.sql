-- The recurring gift of which a contribution pays a period, so that receivers of contribution.recorded need not ask for its gift.
alter table contributions add column recurring_id bigint;
alter table contributions add constraint contributions_recurring_fkey foreign key (church_id, recurring_id) references recurring_gifts (church_id, id);
update contributions as c set recurring_id = g.recurring_id, updated_at = now() from gifts as g
  where g.church_id = c.church_id and g.recurring_id is not null and c.source = 'online' and c.payment_id = g.payment_id;
-- Whoever keeps a copy of the gifts is given these anew; the version of the data is another, its totals are what they were.
insert into tally_deltas (church_id, resource, bucket, branch_id, status, n)
  select church_id, 'contributions', min(id) >> 10, min(branch_id), min(status), 0
  from contributions where recurring_id is not null group by church_id;
create index contributions_recurring on contributions (church_id, recurring_id) where recurring_id is not null;
comment on column contributions.recurring_id is 'the recurring gift of which it pays a period';
