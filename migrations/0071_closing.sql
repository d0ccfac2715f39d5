-- A church that leaves: closed at once, removed when its waiting time is over, taken back until then.

alter table churches add column closed_at timestamptz, add column closed_by text, add column remove_at timestamptz,
  add column status_before text;
alter table churches drop constraint churches_status_check;
alter table churches add constraint churches_status_check check (status in ('active', 'inactive', 'closing', 'removing'));
alter table churches add constraint churches_remove_at_check
  check ((status in ('closing', 'removing')) = (remove_at is not null));
comment on column churches.status is 'closing: may be taken back until remove_at; removing: its rows are being deleted';
comment on column churches.closed_by is 'name of the person, as it was then; null where the command line did it';
create index churches_remove_at on churches (remove_at) where remove_at is not null;

-- What is left of a church: that there was one, for whoever runs the service.
create table removed_churches (
  id         bigint not null,
  slug       text not null,
  closed_at  timestamptz not null,
  removed_at timestamptz not null
);
alter table removed_churches add constraint removed_churches_pkey primary key (id);
create index removed_churches_removed_at on removed_churches (removed_at);

-- Only the function below says so, and only for as long as it deletes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('sexton.removes_church', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Deletes up to so many lines of the audit log of a church that is being removed, and of no other.
create function remove_audit_lines(church bigint, most integer) returns bigint language plpgsql as $$
declare
  removed bigint;
begin
  perform 1 from churches c where c.id = church and c.status = 'removing';
  if not found then
    raise exception 'church % is not being removed', church;
  end if;
  perform set_config('sexton.removes_church', 'on', true);
  delete from audit_log a where a.church_id = church and a.id in (
    select l.id from audit_log l where l.church_id = church limit most);
  get diagnostics removed = row_count;
  perform set_config('sexton.removes_church', '', true);
  return removed;
end $$;

do $$
begin
  execute format('alter function remove_audit_lines(bigint, integer) security definer set search_path = %I, pg_temp',
    current_schema());
  revoke execute on function remove_audit_lines(bigint, integer) from public;
end $$;
