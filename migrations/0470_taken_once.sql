-- What no two churches may have: slugs, and the hashes of keys and of the links of invitations. Where the tables are distributed by
-- church, a unique index can hold within a church only, so this has a table of its own, of which every node has all.

-- What is being made while this runs is copied as well: whoever makes it is waited for, or waits.
lock table churches, api_keys, invitations in share row exclusive mode;

create table taken (
  kind     text not null,
  value    text not null,
  taken_by bigint not null
);
alter table taken add constraint taken_pkey primary key (kind, value);
alter table taken add constraint taken_kind_check check (kind in ('slug', 'api_key', 'invitation'));
create index taken_by on taken (taken_by);
comment on column taken.value is 'the slug; of a hash its hexadecimal digits';
comment on column taken.taken_by is 'the church';

insert into taken (kind, value, taken_by)
  select 'slug', slug, id from churches
  union all select 'api_key', encode(hash, 'hex'), church_id from api_keys
  union all select 'invitation', encode(token_hash, 'hex'), church_id from invitations;

alter table churches drop constraint churches_slug_key;
create index churches_slug on churches (slug);
drop index api_keys_hash;
create index api_keys_hash on api_keys (hash);
alter table invitations drop constraint invitations_token_hash_key;
create index invitations_token_hash on invitations (token_hash);
-- Ids of endpoints come from one sequence, also those of churches that move in.
drop index webhook_endpoints_id;
create index webhook_endpoints_id on webhook_endpoints (id);

-- Makes a table of churches distributed, where the others are; elsewhere it does nothing. A migration asks for it where it makes the
-- table, before foreign keys are added: those may only name what is distributed alike.
create function distribute_by_church(wanted regclass) returns void language plpgsql as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return;
  end if;
  perform create_distributed_table(wanted, 'church_id', colocate_with => 'churches')
    from pg_catalog.pg_dist_partition where logicalrelid = 'churches'::regclass
    and not exists (select 1 from pg_catalog.pg_dist_partition where logicalrelid = wanted);
end $$;

-- Churches move to another node while they are written to: rows without a key are told from each other by all that they hold.
alter table tally_deltas replica identity full;
