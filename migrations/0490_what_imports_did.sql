-- Reports of files tell of a doubtful row that its import left it out, unless the import said otherwise. Those that were imported
-- before did what was decided.
update import_file_rows as r set bucket = case r.decision when 'same' then 'changed' else 'new' end
  from import_files as f
  where f.church_id = r.church_id and f.id = r.file_id and f.status = 'done'
    and r.bucket = 'doubtful' and r.decision in ('same', 'other');
