-- A payment may be disputed more than once: each dispute is remembered, so that what is told late of one says nothing of another.
alter table gifts add column disputes jsonb not null default '{}';
update gifts set disputes = jsonb_build_object(dispute_id, jsonb_build_object('status', dispute, 'respond_by',
    to_char(respond_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'told_at', null))
  where dispute_id is not null;
comment on column gifts.disputes is 'by the provider''s name of each: its status, until when to answer, and when the provider said so';
