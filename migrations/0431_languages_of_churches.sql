-- What a church speaks, and what its public pages are offered in. New columns, of which one has a constant default: nothing waits.
alter table churches add column language text, add column languages text[] not null default '{}';
comment on column churches.language is 'BCP 47, as the catalogues are named; null for that of the installation';
comment on column churches.languages is 'in which its public pages are offered beside its own; none for all that there are';
