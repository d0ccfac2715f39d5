-- Posts: what leaders and staff write to the members of a group, and the messages that carry it.

create table group_posts (
  church_id     bigint not null references churches (id),
  id            bigint generated always as identity,
  group_id      bigint not null,
  branch_id     bigint not null,
  author_kind   text not null,
  author_name   text,
  person_id     bigint,
  body          text not null,
  audience      text not null default 'members',
  channels      text[] not null default '{}',
  recipients    integer not null default 0,
  status        text not null default 'shown',
  taken_down_at timestamptz,
  taken_down_by text,
  reason        text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
alter table group_posts add constraint group_posts_pkey primary key (church_id, id);
alter table group_posts add constraint group_posts_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
alter table group_posts add constraint group_posts_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table group_posts add constraint group_posts_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table group_posts add constraint group_posts_author_check check (author_kind in ('user', 'key', 'command_line', 'person'));
alter table group_posts add constraint group_posts_audience_check check (audience in ('members', 'leaders'));
alter table group_posts add constraint group_posts_channels_check check (channels <@ array['sms', 'email', 'whatsapp', 'push']);
alter table group_posts add constraint group_posts_recipients_check check (recipients >= 0);
alter table group_posts add constraint group_posts_status_check check (status in ('shown', 'taken_down'));
alter table group_posts add constraint group_posts_taken_check check ((status = 'taken_down') = (taken_down_at is not null));
create index group_posts_group on group_posts (church_id, group_id, id);
create index group_posts_branch on group_posts (church_id, branch_id, id);
create index group_posts_person on group_posts (church_id, person_id, id) where person_id is not null;
create index group_posts_updated on group_posts (church_id, updated_at, id);
comment on column group_posts.branch_id is 'that of the group';
comment on column group_posts.person_id is 'in whose name it was written, where that is not who wrote it';
comment on column group_posts.author_name is 'of the user or the key that wrote it';

-- A post is sent as a message to many, one for each channel; a key may write one, too.
alter table message_batches add column post_id bigint;
alter table message_batches add column unlisted boolean not null default false;
alter table message_batches alter column user_id drop not null;
alter table message_batches add constraint message_batches_post_fkey foreign key (church_id, post_id) references group_posts (church_id, id);
create unique index message_batches_post on message_batches (church_id, post_id, channel) where post_id is not null;
comment on column message_batches.unlisted is 'its messages are not in the log: they are of a group that only some may know of';

-- What the log does not show; totals tell such records by the same mark.
alter table messages add column removed boolean not null default false;
comment on column messages.removed is 'not in the log: it was sent to members of a group that only some may know of';
