-- Settings that people make in the console.

-- What the console sets may reach public hosts only; the operator, by the command line, may name any.
alter table message_providers add column public_only boolean not null default false;

create index invitations_email on invitations (church_id, email);
create index audit_log_user on audit_log (church_id, user_id, id);
create index audit_log_operation on audit_log (church_id, operation, id);
