-- Files that people keep with records; what is in them is kept once for each church, in the pieces in which it came (decision 0024).

create table files (
  church_id    bigint not null,
  id           bigint generated always as identity,
  group_id     bigint,
  status       text not null default 'draft',
  name         text not null,
  mime         text,
  size         bigint not null,
  sha256       bytea,
  sender       text not null,
  added_by     text not null,
  link_version integer not null default 1,
  created_at   timestamptz not null
);
alter table files add constraint files_pkey primary key (church_id, id);
alter table files add constraint files_church_fkey foreign key (church_id) references churches (id);
alter table files add constraint files_group_fkey foreign key (church_id, group_id) references groups (church_id, id);
alter table files add constraint files_status_check check (status in ('draft', 'kept'));
alter table files add constraint files_kept_check check ((status = 'kept') = (sha256 is not null and mime is not null));
alter table files add constraint files_size_check check (size > 0);
create index files_group on files (church_id, group_id, id) where group_id is not null;
create index files_content on files (church_id, sha256) where sha256 is not null;
create index files_drafts on files (created_at) where status = 'draft';
comment on column files.status is 'draft while its parts arrive; kept from then on';
comment on column files.sender is 'who sends it, while it is a draft: nobody else adds parts';
comment on column files.link_version is 'raised to take back the addresses under which it was given out';

create table file_parts (
  church_id bigint not null,
  file_id   bigint not null,
  part      integer not null,
  data      bytea not null
);
alter table file_parts add constraint file_parts_pkey primary key (church_id, file_id, part);
alter table file_parts add constraint file_parts_file_fkey foreign key (church_id, file_id) references files (church_id, id) on delete cascade;
comment on table file_parts is 'what has arrived of files that are drafts';

create table file_chunks (
  church_id bigint not null,
  sha256    bytea not null,
  n         integer not null,
  bytes     bytea not null
);
alter table file_chunks add constraint file_chunks_pkey primary key (church_id, sha256, n);
alter table file_chunks add constraint file_chunks_church_fkey foreign key (church_id) references churches (id);
-- Most files are compressed already.
alter table file_chunks alter column bytes set storage external;
alter table file_parts alter column data set storage external;
