-- A church comes with its ids, and leaves: what only the owner of the tables can do for it.

-- Ids of a table go on behind one that came from elsewhere. The sequence is locked while it is moved: it never goes back.
create function go_past_id(of_table regclass, wanted bigint) returns void language plpgsql as $$
declare
  counter text := pg_get_serial_sequence(of_table::text, 'id');
  latest bigint;
begin
  if counter is null or wanted not between 1 and 1000000000000 then
    raise exception 'no id to go past';
  end if;
  execute format('select last_value from %s', counter) into latest;
  if latest >= wanted then
    return;
  end if;
  -- Changes nothing, and holds off whoever wants an id until this is committed.
  execute format('alter sequence %s no cycle', counter);
  execute format('select last_value from %s', counter) into latest;
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
