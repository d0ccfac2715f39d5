-- What reminders and notices say, as texts and values: they are said when they are sent, in the language of whom they are for.
-- New columns without defaults: nothing waits. What was written down before has none, and goes out as it stands.
alter table reminders add column said jsonb;
alter table notices add column said jsonb;
alter table recurring_gifts add column language text;
comment on column reminders.said is 'title and text, each a text of the catalogues with its values, or words; null once it is over';
comment on column notices.said is 'title and body, each a text of the catalogues with its values';
comment on column recurring_gifts.language is 'BCP 47: in which the giver filled in the form';
