-- The live coaching room.

create table live_session (
  live_session_id integer primary key generated always as identity,
  started_by uuid references member on delete set null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The process that holds the room, where other nodes reach it, and its latest sign of life.
  node_id uuid not null,
  node_url text not null,
  seen_at timestamptz(3) not null,
  participant_count integer not null default 0,
  is_recording boolean not null default false,
  -- The last member who was told that the room is on air, in the order of their ids.
  told_through uuid
);
-- There is one room.
create unique index live_session_on_air on live_session ((true)) where ended_at is null;
create index live_session_starter on live_session (started_by) where started_by is not null;

create table live_ticket (
  -- SHA-256: a ticket that is read in a dump opens nothing.
  ticket_hash bytea primary key,
  live_session_id integer not null references live_session on delete cascade,
  member_id uuid not null references member on delete cascade,
  -- The session of the account; when it ends, so does the place in the room.
  session_id integer not null references session on delete cascade,
  expires_at timestamptz(3) not null
);
create index live_ticket_session on live_ticket (live_session_id);
create index live_ticket_member on live_ticket (member_id);
create index live_ticket_account_session on live_ticket (session_id);
create index live_ticket_expired on live_ticket (expires_at);

-- Who was removed stays out until the room is off air.
create table live_removal (
  live_session_id integer not null references live_session on delete cascade,
  member_id uuid not null references member on delete cascade,
  removed_at timestamptz(3) not null,
  primary key (live_session_id, member_id)
);
create index live_removal_member on live_removal (member_id);

create type live_recording_status as enum ('recording', 'finalising', 'ready', 'partial', 'failed');

create table live_recording (
  live_recording_id integer primary key generated always as identity,
  live_session_id integer references live_session on delete set null,
  status live_recording_status not null default 'recording',
  started_by uuid references member on delete set null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- What a provider calls it while it records there.
  provider_ref text,
  -- Seconds and bytes, once it is ready.
  duration double precision,
  size bigint,
  file_key text,
  title text,
  published_at timestamptz(3),
  remove_at timestamptz(3)
);
create index live_recording_session on live_recording (live_session_id) where live_session_id is not null;
create index live_recording_starter on live_recording (started_by) where started_by is not null;
create index live_recording_newest on live_recording (started_at desc, live_recording_id desc);
create index live_recording_published on live_recording (started_at desc, live_recording_id desc)
  where published_at is not null;
create index live_recording_old on live_recording (remove_at) where remove_at is not null;
-- One at a time.
create unique index live_recording_running on live_recording ((true)) where status = 'recording';

create table live_settings (
  only_row boolean primary key default true check (only_row),
  retention_days integer not null default 90,
  assignment_title text not null,
  -- Sanitised rich text.
  assignment_html text not null
);
insert into live_settings (assignment_title, assignment_html) values (
  'Building a faith foundation',
  '<p>This month''s focus is building a faith foundation. Complete the daily actions in your dashboard, one quiet step after another.</p>'
);
