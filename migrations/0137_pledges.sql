-- Pledges: campaigns of a fund, what people promise to give to them, and whose gifts count towards a promise.

create table pledge_campaigns (
  church_id   bigint not null,
  id          bigint generated always as identity,
  name        text not null,
  description text,
  fund_id     bigint not null,
  goal_amount bigint,
  currency    text not null,
  goal_base   bigint,
  starts_on   date not null,
  ends_on     date not null,
  is_public   boolean not null default false,
  reminds     boolean not null default false,
  status      text not null default 'open',
  closed_at   timestamptz,
  remind_at   timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
alter table pledge_campaigns add constraint pledge_campaigns_pkey primary key (church_id, id);
alter table pledge_campaigns add constraint pledge_campaigns_church_fkey foreign key (church_id) references churches (id);
alter table pledge_campaigns add constraint pledge_campaigns_fund_fkey foreign key (church_id, fund_id)
  references funds (church_id, id);
alter table pledge_campaigns add constraint pledge_campaigns_days_check check (starts_on <= ends_on);
alter table pledge_campaigns add constraint pledge_campaigns_goal_check
  check ((goal_amount is null) = (goal_base is null) and (goal_amount is null or goal_amount between 1 and 999999999999));
alter table pledge_campaigns add constraint pledge_campaigns_status_check check (status in ('open', 'closed'));
alter table pledge_campaigns add constraint pledge_campaigns_closed_check check ((status = 'closed') = (closed_at is not null));
create index pledge_campaigns_fund on pledge_campaigns (church_id, fund_id, starts_on);
create index pledge_campaigns_status on pledge_campaigns (church_id, status, id);
create index pledge_campaigns_updated on pledge_campaigns (church_id, updated_at, id);
-- What the agenda has to have.
create index pledge_campaigns_reminded on pledge_campaigns (church_id, id) where remind_at is not null;
comment on column pledge_campaigns.goal_base is 'the goal in the church currency, by the rate of the day on which it was set';
comment on column pledge_campaigns.remind_at is 'when those who are behind are reminded next; null where nobody is';

create table pledges (
  church_id    bigint not null,
  id           bigint generated always as identity,
  campaign_id  bigint not null,
  person_id    bigint,
  family_id    bigint,
  donor_name   text,
  donor_email  text,
  branch_id    bigint not null,
  amount       bigint not null,
  currency     text not null,
  rate         numeric not null,
  minor_rate   numeric not null,
  amount_base  bigint not null,
  pledged_on   date not null,
  frequency    text,
  note         text,
  source       text not null,
  status       text not null default 'active',
  cancelled_at timestamptz,
  no_reminders boolean not null default false,
  reminded_at  timestamptz,
  link_version integer not null default 1,
  form_id      text,
  sender       text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
alter table pledges add constraint pledges_pkey primary key (church_id, id);
alter table pledges add constraint pledges_church_fkey foreign key (church_id) references churches (id);
alter table pledges add constraint pledges_campaign_fkey foreign key (church_id, campaign_id)
  references pledge_campaigns (church_id, id);
alter table pledges add constraint pledges_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table pledges add constraint pledges_family_fkey foreign key (church_id, family_id) references families (church_id, id);
alter table pledges add constraint pledges_branch_fkey foreign key (church_id, branch_id) references branches (church_id, id);
alter table pledges add constraint pledges_amount_check check (amount between 1 and 999999999999 and amount_base >= 0);
alter table pledges add constraint pledges_rate_check check (rate > 0 and minor_rate > 0);
alter table pledges add constraint pledges_who_check check (person_id is null or family_id is null);
alter table pledges add constraint pledges_frequency_check
  check (frequency in ('weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'));
alter table pledges add constraint pledges_status_check check (status in ('active', 'cancelled'));
alter table pledges add constraint pledges_cancelled_check check ((status = 'cancelled') = (cancelled_at is not null));
-- One form makes one pledge, however often it is sent.
create unique index pledges_form on pledges (church_id, form_id) where form_id is not null;
create index pledges_listed on pledges (church_id, status, id) include (branch_id, amount_base);
create index pledges_campaign on pledges (church_id, campaign_id, id) include (status, branch_id, amount_base);
create index pledges_branch on pledges (church_id, branch_id, id) include (status, amount_base);
create index pledges_person on pledges (church_id, person_id, id) include (status, branch_id, amount_base)
  where person_id is not null;
create index pledges_family on pledges (church_id, family_id, id) include (status, branch_id, amount_base)
  where family_id is not null;
create index pledges_updated on pledges (church_id, updated_at, id) include (status, branch_id, amount_base);
create index pledges_of_page on pledges (church_id, created_at) include (sender) where form_id is not null;
comment on column pledges.rate is 'units of the church currency for one unit of currency on the day of the pledge: it never changes';
comment on column pledges.minor_rate is 'the same between minor units';
comment on column pledges.donor_name is 'who pledges, where they are not on record';
comment on column pledges.form_id is 'of the form of the public page that it came by';
comment on column pledges.sender is 'tells the address of that form from others for a day; not the address';

create table pledge_givers (
  church_id   bigint not null,
  pledge_id   bigint not null,
  campaign_id bigint not null,
  person_id   bigint not null
);
alter table pledge_givers add constraint pledge_givers_pkey primary key (church_id, pledge_id, person_id);
alter table pledge_givers add constraint pledge_givers_pledge_fkey foreign key (church_id, pledge_id)
  references pledges (church_id, id);
alter table pledge_givers add constraint pledge_givers_campaign_fkey foreign key (church_id, campaign_id)
  references pledge_campaigns (church_id, id);
alter table pledge_givers add constraint pledge_givers_person_fkey foreign key (church_id, person_id)
  references people (church_id, id);
-- A gift counts towards one pledge of a campaign.
create unique index pledge_givers_once on pledge_givers (church_id, campaign_id, person_id);
create index pledge_givers_person on pledge_givers (church_id, person_id);
comment on table pledge_givers is 'whose gifts count towards a pledge: frozen when it is made, changed by hand';

-- What people gave to a fund within some days: the progress of a page of pledges is read by it.
create index contributions_pledged on contributions (church_id, person_id, fund_id, given_on)
  include (currency, amount, amount_base) where person_id is not null and status = 'posted';
