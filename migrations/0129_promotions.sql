-- Moving up at the end of a school year: a draft that is applied as one, and may be undone.

create table promotions (
  church_id       bigint not null references churches (id),
  id              bigint generated always as identity,
  from_year_id    bigint not null,
  to_year_id      bigint not null,
  status          text not null default 'draft',
  graduate_status text,
  graduate_tag    text,
  moved           integer not null default 0,
  graduated       integer not null default 0,
  stayed          integer not null default 0,
  left_count      integer not null default 0,
  skipped         integer not null default 0,
  reverted        integer not null default 0,
  kept            integer not null default 0,
  carried         bigint[] not null default '{}',
  applied_by      text,
  applied_at      timestamptz,
  undone_by       text,
  undone_at       timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
alter table promotions add constraint promotions_pkey primary key (church_id, id);
alter table promotions add constraint promotions_from_fkey foreign key (church_id, from_year_id) references school_years (church_id, id);
alter table promotions add constraint promotions_to_fkey foreign key (church_id, to_year_id) references school_years (church_id, id);
alter table promotions add constraint promotions_years_check check (from_year_id <> to_year_id);
alter table promotions add constraint promotions_status_check check (status in ('draft', 'applied', 'undone'));
alter table promotions add constraint promotions_applied_check check ((status = 'draft') = (applied_at is null));
alter table promotions add constraint promotions_undone_check check ((status = 'undone') = (undone_at is not null));
create unique index promotions_draft on promotions (church_id, from_year_id, to_year_id) where status = 'draft';
create unique index promotions_applied on promotions (church_id, from_year_id, to_year_id) where status = 'applied';
create index promotions_to on promotions (church_id, to_year_id, id);
create index promotions_updated on promotions (church_id, updated_at, id);
comment on column promotions.carried is 'classes that went on into the new year themselves';

create table promotion_moves (
  church_id          bigint not null references churches (id),
  promotion_id       bigint not null,
  person_id          bigint not null,
  from_group_id      bigint not null,
  to_group_id        bigint,
  action             text not null,
  by_hand            boolean not null default false,
  grade_before       text,
  grade_after        text,
  result             text not null default 'planned',
  reason             text,
  from_membership_id bigint,
  to_membership_id   bigint,
  status_before      text,
  tag_added          boolean not null default false
);
alter table promotion_moves add constraint promotion_moves_pkey primary key (church_id, promotion_id, person_id);
alter table promotion_moves add constraint promotion_moves_promotion_fkey foreign key (church_id, promotion_id)
  references promotions (church_id, id);
alter table promotion_moves add constraint promotion_moves_person_fkey foreign key (church_id, person_id) references people (church_id, id);
alter table promotion_moves add constraint promotion_moves_from_fkey foreign key (church_id, from_group_id) references groups (church_id, id);
alter table promotion_moves add constraint promotion_moves_target_fkey foreign key (church_id, to_group_id) references groups (church_id, id);
alter table promotion_moves add constraint promotion_moves_action_check check (action in ('move', 'graduate', 'stay', 'leave'));
alter table promotion_moves add constraint promotion_moves_result_check
  check (result in ('planned', 'done', 'skipped', 'reverted', 'kept'));
alter table promotion_moves add constraint promotion_moves_where_check check ((action = 'move') = (to_group_id is not null));
create index promotion_moves_person on promotion_moves (church_id, person_id);
create index promotion_moves_from on promotion_moves (church_id, from_group_id);
create index promotion_moves_target on promotion_moves (church_id, to_group_id) where to_group_id is not null;
comment on column promotion_moves.from_membership_id is 'the membership that it ended, or that stayed';
comment on column promotion_moves.to_membership_id is 'the membership that it began; null where they were in the class already';
comment on column promotion_moves.status_before is 'of the person, where graduating changed it';
