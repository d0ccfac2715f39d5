-- Whatever is declared as a resource may be imported.
alter table imports drop constraint imports_kind_check;
