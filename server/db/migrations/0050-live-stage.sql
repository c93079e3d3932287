-- What a host has decided about a session, for the process that takes its room over.

alter table live_session add is_invite_only boolean not null default false;

create table live_cohost (
  live_session_id integer not null references live_session on delete cascade,
  member_id uuid not null references member on delete cascade,
  primary key (live_session_id, member_id)
);
create index live_cohost_member on live_cohost (member_id);
