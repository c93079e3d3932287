-- The suspensions that last now, for second looks at them: a number, and who decided, so that somebody
-- else answers. Only the server reads it.
create table suspension (
  suspension_id integer generated always as identity primary key,
  member_id uuid not null unique references member on delete cascade,
  -- As in the member's row; otherwise the suspension is not this one.
  suspended_at timestamptz(3) not null,
  suspended_by uuid references member on delete set null
);
create index suspension_decider on suspension (suspended_by) where suspended_by is not null;
insert into suspension (member_id, suspended_at, suspended_by)
select m.member_id, m.suspended_at, (
  select admin.member_id from audit_entry entry join member admin on admin.member_id = entry.admin_id
  where (entry.action = 'user-suspended' and entry.subject_id = m.member_id::text)
    or (entry.action in ('story-author-suspended', 'reply-author-suspended', 'prayer-author-suspended')
      and entry.detail ->> 'reason' = m.suspension_reason)
  order by abs(extract(epoch from entry.created_at - m.suspended_at)) limit 1
) from member m where m.suspended_at is not null;

-- The server knows the subjects (`REFUSALS`).
alter table second_look drop constraint if exists second_look_subject_check;
alter table team_message add column is_about_account boolean not null default false;

-- How long something waited until the team decided, and nothing about what it was.
create table decision_wait (
  decision_wait_id integer generated always as identity primary key,
  decided_at timestamptz(3) not null,
  -- Begun hours.
  hours integer not null
);
create index decision_wait_time on decision_wait (decided_at);
