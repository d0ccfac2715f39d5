-- As before, for a counter that gave no id yet, too: its last value is then the first that it will give, and an id of 1 that came from
-- elsewhere was given once more.
create or replace function go_past_id(of_table regclass, wanted bigint) returns void language plpgsql as $$
declare
  counter text := pg_get_serial_sequence(of_table::text, 'id');
  given constant text := format('select last_value - (not is_called)::int from %s', counter);
  latest bigint;
begin
  if counter is null or wanted not between 1 and 1000000000000 then
    raise exception 'no id to go past';
  end if;
  execute given into latest;
  if latest >= wanted then
    return;
  end if;
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    perform pg_advisory_xact_lock(7311903, hashtext(counter));
    execute given into latest;
    if latest < wanted then
      perform setval(counter, wanted + 1000);
    end if;
    return;
  end if;
  -- Changes nothing, and holds off whoever wants an id until this is committed.
  execute format('alter sequence %s no cycle', counter);
  execute given into latest;
  if latest < wanted then
    execute format('alter sequence %s restart with %s', counter, wanted + 1);
  end if;
end $$;

do $$
begin
  execute format('alter function go_past_id(regclass, bigint) security definer set search_path = %I, pg_temp',
    current_schema());
  revoke execute on function go_past_id(regclass, bigint) from public;
end $$;
