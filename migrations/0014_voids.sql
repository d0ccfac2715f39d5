-- Who voided a gift in the console, and when. Gifts voided earlier have neither.
alter table contributions add column voided_at timestamptz, add column voided_by text;
comment on column contributions.voided_by is 'name of the person, as it was then; null where the command line did it';
