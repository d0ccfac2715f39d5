-- The language in which somebody is written to. A new column without a default: nothing waits.
alter table people add column language text;
comment on column people.language is 'BCP 47, as the catalogues are named; null for the church''s';
