-- When each key was last used, and from where. Apart from api_keys, which nodes remember: a use changes nothing of a key.
create table api_key_uses (
  church_id bigint not null references churches (id),
  key_id    bigint not null,
  used_at   timestamptz not null,
  ip        text not null,
  primary key (church_id, key_id)
) with (fillfactor = 70);
