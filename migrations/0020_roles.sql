-- What only the owner of the tables can do at run time, for a role that owns none of them: partitions are made and
-- dropped by functions that run as their owner. Who may call them is said where all rights are (src/db/grants.ts).

-- Drops a partition of the events or of the attempts, and nothing else.
create function drop_partition(child text) returns void language plpgsql as $$
declare
  partition regclass := to_regclass(child);
begin
  if exists (select 1 from pg_inherits i where i.inhrelid = partition
    and i.inhparent in ('events'::regclass, 'webhook_attempts'::regclass)) then
    execute format('drop table if exists %s', partition);
  end if;
end $$;

-- The schema is named for good, the one of temporary tables last: nobody can put a table of theirs in the way.
do $$
declare
  routine text;
begin
  foreach routine in array array['make_partitions(timestamptz)', 'drop_partition(text)'] loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', routine, current_schema());
    execute format('revoke execute on function %s from public', routine);
  end loop;
end $$;
