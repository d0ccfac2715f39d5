-- What protects the sign-in: guesses are slowed down, devices are known again, a code counts once, links prove addresses.

-- Wrong guesses of passwords and codes: how many in a row, and from when the next one is judged.
create table guesses (
  -- SHA-256 of what is guessed, whose it is and from which kind of device: the table names nobody.
  subject   bytea not null,
  wrong     integer not null,
  free_at   timestamptz not null,
  forget_at timestamptz not null
);
alter table guesses add constraint guesses_pkey primary key (subject);
alter table guesses add constraint guesses_subject_check check (length(subject) = 32);
create index guesses_forget on guesses (forget_at);

-- Browsers in which somebody has signed in: their guesses are counted apart from those of strangers.
create table known_devices (
  user_id     text not null,
  -- SHA-256 of what the cookie holds.
  device_hash bytea not null,
  used_at     timestamptz not null
);
alter table known_devices add constraint known_devices_pkey primary key (user_id, device_hash);
alter table known_devices add constraint known_devices_user_fkey
  foreign key (user_id) references users (id) on delete cascade;
alter table known_devices add constraint known_devices_device_hash_check check (length(device_hash) = 32);
create index known_devices_used on known_devices (used_at);

-- The time step (RFC 6238) of the last code that was used: it and those before it are used up.
alter table two_factors add column last_step bigint;

-- True where the link is in a mail to the address and nowhere else, so that using it proves the address.
alter table invitations add column mailed boolean not null default false;

-- What a link or a cookie holds is kept as its SHA-256 (base64url), as the sign-in library does from now on.
update verifications set identifier =
  translate(encode(sha256(convert_to(identifier, 'UTF8')), 'base64'), '+/=', '-_');
