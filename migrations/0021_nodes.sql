-- What a server says of itself, for commands: where it is reached, and which process it is.
alter table nodes add column url text, add column host text, add column port integer, add column machine text,
  add column pid integer, add column version text, add column data_dir text;
comment on column nodes.url is 'the public address; null until it listens';
comment on column nodes.host is 'the address that it listens on';
comment on column nodes.machine is 'the name of its machine or container: pid is a number of that one';
