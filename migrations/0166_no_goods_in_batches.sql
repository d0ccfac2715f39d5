-- Goods are not taken to the bank: they are of no batch that is still to be.
update contributions as c set batch_id = null from batches as b
  where b.church_id = c.church_id and b.id = c.batch_id and c.method = 'in_kind' and b.status in ('open', 'closed');
