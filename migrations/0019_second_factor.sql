-- Passkeys, and roles that a church lets work only with a second factor.

create table passkeys (
  user_id    text not null,
  -- What the authenticator calls it, in base64url.
  id         text not null,
  name       text not null,
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Of signatures, where the authenticator counts them.
  counter    bigint not null,
  transports text[] not null,
  -- Whether it is kept in the cloud of a password manager.
  backed_up  boolean not null,
  created_at timestamptz not null,
  used_at    timestamptz
);
alter table passkeys add constraint passkeys_pkey primary key (user_id, id);
alter table passkeys add constraint passkeys_user_fkey
  foreign key (user_id) references users (id) on delete cascade;

comment on column users.two_factor_enabled is 'an authenticator app is set up, or a passkey';

alter table churches add column second_factor_roles text[] not null default '{}';
alter table churches add constraint churches_second_factor_roles_check
  check (second_factor_roles <@ array['owner', 'administrator', 'finance', 'staff', 'viewer']);
