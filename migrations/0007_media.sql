-- Sermons and their studio sections (module media).

create table sermons (
  church_id    bigint not null references churches (id),
  id           bigint generated always as identity,
  title        text not null,
  slug         text not null,
  series       text,
  speaker      text,
  preached_on  date,
  scripture    text,
  description  text,
  audio_url    text,
  video_url    text,
  status       text not null default 'draft' check (status in ('draft', 'published')),
  published_at timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (church_id, id),
  -- Deleted ones keep theirs: an old link never leads to another sermon.
  unique (church_id, slug),
  check ((status = 'published') = (published_at is not null))
);
create index sermons_listed on sermons (church_id, id) where deleted_at is null;
create index sermons_updated on sermons (church_id, updated_at, id) where deleted_at is null;

create table sermon_sections (
  church_id    bigint not null references churches (id),
  sermon_id    bigint not null,
  kind         text not null check (kind in ('notes', 'questions', 'devotional')),
  title        text,
  body         text not null,
  published_at timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (church_id, sermon_id, kind),
  foreign key (church_id, sermon_id) references sermons (church_id, id)
);
comment on column sermon_sections.published_at is 'null: not on the sermon page';
