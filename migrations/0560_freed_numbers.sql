-- Whoever an undone import had made lets go of the number that its file brought: it stands here, is what people read of them, and
-- is theirs again when they come back and nobody else has it.
alter table people add column freed_member_no text;
update people as p set freed_member_no = r.written ->> 'member_no'
  from import_records as r
  where r.church_id = p.church_id and r.resource = 'people' and r.record_id = p.id and r.action = 'created'
    and r.written ->> 'member_no' is not null and p.member_no = 'undone-' || p.id;
