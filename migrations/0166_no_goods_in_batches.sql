-- Goods are not taken to the bank: they are of no batch that is still to be. What is closed was counted with the goods in it, and
-- stays what it was closed with. Whoever keeps a copy of the gifts is given those that change, and the version of the data is another.
insert into tally_deltas (church_id, resource, bucket, branch_id, status, n)
  select c.church_id, 'contributions', min(c.id) >> 10, min(c.branch_id), min(c.status), 0
  from contributions as c join batches as b on b.church_id = c.church_id and b.id = c.batch_id
  where c.method = 'in_kind' and b.status = 'open' group by c.church_id;
update contributions as c set batch_id = null, updated_at = now() from batches as b
  where b.church_id = c.church_id and b.id = c.batch_id and c.method = 'in_kind' and b.status = 'open';
