-- Reports of meetings that were moved have had another day since 0511; whoever asks what has changed is told, of those of all meetings
-- that were changed by hand: which were moved is not on record.
update group_reports as r set updated_at = now() from meetings as m
  where m.church_id = r.church_id and m.id = r.meeting_id and m.edited_at > r.updated_at;

-- Who had come back before 0560 has the freed number again where nobody else has it; the others keep what they are called by since.
update people as p set member_no = p.freed_member_no, freed_member_no = null, updated_at = now()
  from (select distinct on (q.church_id, q.freed_member_no) q.church_id, q.id from people as q
    where not q.removed and q.freed_member_no is not null and q.member_no = 'undone-' || q.id
      and not exists (select 1 from people as o where o.church_id = q.church_id and o.member_no = q.freed_member_no)
    order by q.church_id, q.freed_member_no, q.id) as back
  where p.church_id = back.church_id and p.id = back.id;
update people set freed_member_no = null where not removed and freed_member_no is not null;
