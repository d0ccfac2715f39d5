-- Links without an account that are shown once and kept by their hash (decision 0024).

create table kept_links (
  church_id    bigint not null,
  id           bigint generated always as identity,
  kind         text not null,
  subject_id   bigint not null,
  person_id    bigint,
  hash         bytea not null,
  prefix       text not null,
  made_by      text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
alter table kept_links add constraint kept_links_pkey primary key (church_id, id);
alter table kept_links add constraint kept_links_church_fkey foreign key (church_id) references churches (id);
alter table kept_links add constraint kept_links_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table kept_links add constraint kept_links_kind_check check (kind ~ '^[a-z]{1,20}$');
alter table kept_links add constraint kept_links_hash_check check (octet_length(hash) = 32);
create unique index kept_links_hash on kept_links (church_id, hash);
create index kept_links_subject on kept_links (church_id, kind, subject_id, id);
create index kept_links_person on kept_links (church_id, person_id) where person_id is not null;
comment on column kept_links.subject_id is 'the record that it leads to; of which table, its kind says';
comment on column kept_links.person_id is 'who it was made for';
comment on column kept_links.hash is 'SHA-256 of the secret in the address; the secret itself is shown once and kept nowhere';
comment on column kept_links.prefix is 'how the secret begins: by this people tell their links from each other';
