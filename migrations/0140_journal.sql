-- The journal for accounting programs: which account is which, and the periods that are closed.

create table account_codes (
  church_id  bigint not null,
  id         bigint generated always as identity,
  method     text,
  fund_id    bigint,
  code       text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table account_codes add constraint account_codes_pkey primary key (church_id, id);
alter table account_codes add constraint account_codes_church_fkey foreign key (church_id) references churches (id);
alter table account_codes add constraint account_codes_fund_fkey foreign key (church_id, fund_id)
  references funds (church_id, id);
alter table account_codes add constraint account_codes_one_check check ((method is null) <> (fund_id is null));
create unique index account_codes_method on account_codes (church_id, method) where method is not null;
create unique index account_codes_fund on account_codes (church_id, fund_id) where fund_id is not null;
comment on table account_codes is 'what the accounting program calls what is given to a fund, and where money of a method goes';

create table journals (
  church_id  bigint not null,
  id         bigint generated always as identity,
  number     integer not null,
  from_on    date not null,
  to_on      date not null,
  figures    text not null,
  sha256     bytea not null,
  total      bigint not null,
  closed_at  timestamptz not null,
  closed_by  text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table journals add constraint journals_pkey primary key (church_id, id);
alter table journals add constraint journals_church_fkey foreign key (church_id) references churches (id);
alter table journals add constraint journals_number unique (church_id, number);
alter table journals add constraint journals_days_check check (from_on <= to_on);
comment on column journals.number is 'without gaps; each begins on the day after the one before it';
comment on column journals.figures is 'its lines as they were closed (decision 0026); never computed again';
comment on column journals.total is 'of all debits, and of all credits, in minor units of the currency of the church';
comment on column journals.closed_by is 'name of the person, as it was then; null where the command line did it';
