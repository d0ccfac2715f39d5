-- The language that somebody of the console chose; without one their browser's. A new column without a default: nothing waits.
alter table users add column language text;
comment on column users.language is 'BCP 47, as the catalogues are named; null for what the browser asks for';
