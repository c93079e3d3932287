-- For the list of users: the week in which a member was last here, as its Monday. No finer time is
-- kept beyond the sessions, which end. Null for an account that nobody has signed in to.
alter table member
  add column last_seen_week date,
  add column suspension_count integer not null default 0;
update member set
  last_seen_week = date_trunc('week', coalesce(
    (select max(last_seen_at) from session where session.member_id = member.member_id),
    member.created_at
  ) at time zone 'UTC')::date,
  suspension_count = case when suspended_at is null then 0 else 1 end;

create index member_last_seen on member (last_seen_week desc nulls last, member_id);
create index member_never_seen on member (created_at desc, member_id) where last_seen_week is null;
create index member_suspended on member (created_at desc, member_id) where suspended_at is not null;
