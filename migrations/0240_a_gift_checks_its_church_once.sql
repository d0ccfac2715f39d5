-- A gift's fund is of its church, so its church is there: each gift looked for it once more, and locked its row.
alter table contributions drop constraint contributions_church_id_fkey;
