-- Origins of web pages that may use a key from a browser; none unless somebody names them.
alter table api_keys add column origins text[] not null default '{}';
create index api_keys_origins on api_keys (church_id, id) where origins <> '{}';
comment on column api_keys.origins is 'as a browser says them: https://www.example.org';
