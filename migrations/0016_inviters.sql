-- Who made an invitation: it ends when they are taken out, or given another role or branch. Null for the command line.
alter table invitations add column inviter_id text references users (id) on delete cascade;
create index invitations_inviter on invitations (inviter_id, church_id);
