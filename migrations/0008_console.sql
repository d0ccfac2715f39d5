-- The people who look after a church in its console: how they sign in, what they may do, what they did.

create table users (
  id                 text primary key,
  name               text not null,
  email              text not null unique,
  email_verified     boolean not null default false,
  image              text,
  two_factor_enabled boolean not null default false,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);

create table sessions (
  id            text primary key,
  token         text not null unique,
  user_id       text not null references users (id) on delete cascade,
  expires_at    timestamptz not null,
  ip_address    text,
  user_agent    text,
  -- When the password was last given in this session.
  stepped_up_at timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expire on sessions (expires_at);

create table sign_ins (
  id                       text primary key,
  account_id               text not null,
  provider_id              text not null,
  user_id                  text not null references users (id) on delete cascade,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now()
);
create index sign_ins_user on sign_ins (user_id);
comment on column sign_ins.password is 'scrypt, with its own salt';

create table verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expire on verifications (expires_at);

create table two_factors (
  id                        text primary key,
  user_id                   text not null references users (id) on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  verified                  boolean,
  failed_verification_count integer,
  locked_until              timestamptz
);
create index two_factors_user on two_factors (user_id);
comment on column two_factors.secret is 'encrypted by the sign-in library';

create table memberships (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  user_id    text not null references users (id) on delete cascade,
  role       text not null check (role in ('owner', 'administrator', 'finance', 'staff', 'viewer')),
  branch_id  bigint,
  created_at timestamptz not null,
  primary key (church_id, id),
  unique (church_id, user_id),
  foreign key (church_id, branch_id) references branches (church_id, id),
  check (role <> 'owner' or branch_id is null)
);
create index memberships_user on memberships (user_id);

create table invitations (
  church_id   bigint not null references churches (id),
  id          bigint generated always as identity,
  -- Null for the link that makes the first owner, who says it.
  email       text,
  role        text not null check (role in ('owner', 'administrator', 'finance', 'staff', 'viewer')),
  branch_id   bigint,
  token_hash  bytea not null unique check (length(token_hash) = 32),
  invited_by  text,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  created_at  timestamptz not null,
  primary key (church_id, id),
  foreign key (church_id, branch_id) references branches (church_id, id),
  check (role <> 'owner' or branch_id is null)
);

-- Who did what in the console. Nothing updates or deletes here.
create table audit_log (
  church_id  bigint not null references churches (id),
  id         bigint generated always as identity,
  user_id    text not null,
  user_name  text not null,
  operation  text not null,
  target     text,
  detail     jsonb not null default '{}',
  ip         text not null,
  created_at timestamptz not null,
  primary key (church_id, id)
);

-- Keys of console requests belong to a membership: its id, negated.
alter table idempotency_keys drop constraint idempotency_keys_church_id_api_key_id_fkey;

create table person_tags (
  church_id  bigint not null references churches (id),
  person_id  bigint not null,
  tag        text not null,
  created_at timestamptz not null,
  primary key (church_id, person_id, tag),
  foreign key (church_id, person_id) references people (church_id, id)
);
create index person_tags_tag on person_tags (church_id, tag);
