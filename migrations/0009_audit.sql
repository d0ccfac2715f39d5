-- The audit log can be added to, and nothing else.
create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception '% is append-only', tg_table_name; end $$;

create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

alter table audit_log add column branch_id bigint;
comment on column audit_log.branch_id is 'the branch that who did it was limited to at the time; null for none';
