-- What became of a person: who changed what of their record, and when. Events are kept for thirty days, this for good.
-- Nothing in the service changes or deletes these rows; the history of a record that was merged away stays with it.
create table person_history (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  person_id  bigint not null,
  kind       text not null check (kind in ('updated', 'tag_added', 'tag_removed', 'removed', 'restored', 'merged',
             'merged_away')),
  by_kind    text not null check (by_kind in ('key', 'user', 'command_line', 'person')),
  by_name    text,
  changes    jsonb not null default '{}',
  tag        text,
  other_id   bigint,
  created_at timestamptz not null,
  primary key (church_id, id),
  foreign key (church_id, person_id) references people (church_id, id)
);
create index person_history_person on person_history (church_id, person_id, id);
comment on column person_history.changes is 'by field: [before, after], printed as the API prints them';
comment on column person_history.by_kind is 'person: they themselves, by a reply or a link';
comment on column person_history.other_id is 'merged: the record that went; merged_away: the one that was kept';

-- Tags are told apart without case, and kept as they were first written.
create index person_tags_word on person_tags (church_id, lower(tag), person_id);

-- People who look like one and are not, each pair once.
create table not_duplicates (
  church_id  bigint not null references churches (id),
  person_id  bigint not null,
  other_id   bigint not null,
  created_at timestamptz not null,
  primary key (church_id, person_id, other_id),
  foreign key (church_id, person_id) references people (church_id, id),
  foreign key (church_id, other_id) references people (church_id, id),
  check (person_id < other_id)
);

-- Pairs of people who may be one, kept by comparing whoever changed with all others (see modules/people/duplicates.ts).
create table likely_duplicates (
  church_id bigint not null references churches (id),
  person_id bigint not null,
  other_id  bigint not null,
  strength  smallint not null check (strength between 1 and 3),
  reasons   text[] not null,
  primary key (church_id, person_id, other_id),
  check (person_id < other_id)
);
create index likely_duplicates_other on likely_duplicates (church_id, other_id);
create index likely_duplicates_listed on likely_duplicates (church_id, strength desc, person_id, other_id);

-- How far a church's people were compared: in the order of their changes.
create table compared_people (
  church_id  bigint primary key references churches (id),
  updated_at timestamptz not null,
  person_id  bigint not null
);

-- What each of them had then that others may share: an e-mail, a phone, a name with a date of birth or a family.
create table compared_keys (
  church_id bigint not null references churches (id),
  person_id bigint not null,
  key       text not null,
  primary key (church_id, key, person_id)
);
create index compared_keys_person on compared_keys (church_id, person_id);
