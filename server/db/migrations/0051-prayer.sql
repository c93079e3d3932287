-- Prayer requests: short texts that members ask each other to pray for. The team reads each one first.

create type prayer_status as enum ('pending', 'approved', 'rejected', 'ended', 'answered');
create type prayer_answer_state as enum ('pending', 'approved', 'rejected');

create table prayer_request (
  prayer_request_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- Chosen by the page, so that sending it again adds nothing.
  client_key uuid,
  content text not null,
  -- An approved one whose time is over counts as ended, also before a job has marked it.
  status prayer_status not null default 'pending',
  -- Why the request, or the line about its answer, went back to its author.
  rejection_reason text,
  -- Set while reports hide it.
  hidden_at timestamptz(3),
  approved_at timestamptz(3),
  ends_at timestamptz(3),
  -- Since it was approved or renewed; it only puts the list in order, and no answer has it.
  prayer_count integer not null default 0,
  was_prayed_for boolean not null default false,
  -- The author's logical day on which a prayer for this request last told them.
  told_on date,
  -- Whether the author was told that it ends soon.
  is_end_told boolean not null default false,
  answered_at timestamptz(3),
  -- The author's line about the answer.
  answer text,
  answer_state prayer_answer_state,
  -- Since when it waits for the team: a new text, a line about an answer, or a report.
  waiting_since timestamptz(3),
  claimed_by uuid references member on delete set null,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- When its author last changed a text in it.
  submitted_at timestamptz(3) not null default now(),
  constraint prayer_request_client_key unique (member_id, client_key),
  check ((answer is null) = (answer_state is null)),
  check (status not in ('approved', 'ended') or ends_at is not null),
  check (status <> 'answered' or answered_at is not null)
);
create index prayer_request_member on prayer_request (member_id, prayer_request_id desc);
create index prayer_request_claimed on prayer_request (claimed_by) where claimed_by is not null;
-- The list: least prayed for first, then oldest.
create index prayer_request_open on prayer_request (prayer_count, prayer_request_id)
  where status = 'approved' and hidden_at is null;
create index prayer_request_ending on prayer_request (ends_at) where status = 'approved';
create index prayer_request_answered on prayer_request (answered_at desc, prayer_request_id desc)
  where status = 'answered' and hidden_at is null;
create index prayer_request_waiting on prayer_request (waiting_since, prayer_request_id)
  where waiting_since is not null;
-- What is deleted after a while.
create index prayer_request_over on prayer_request (coalesce(ends_at, submitted_at))
  where status in ('ended', 'rejected') and waiting_since is null;

-- That somebody has prayed for a request on a day: a keyed hash of the three, so that nobody who reads
-- this table learns who prayed or for what. Deleted after some days.
create table prayer_mark (
  mark bytea primary key,
  marked_on date not null
);
create index prayer_mark_age on prayer_mark (marked_on);

create table prayer_report (
  prayer_report_id integer primary key generated always as identity,
  prayer_request_id integer not null references prayer_request on delete cascade,
  member_id uuid not null references member on delete cascade,
  reason text,
  created_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  unique (prayer_request_id, member_id)
);
create index prayer_report_member on prayer_report (member_id, created_at);
create index prayer_report_open on prayer_report (prayer_request_id) where resolved_at is null;

-- Whether a message is about a prayer request; it leads nowhere.
alter table team_message add column is_about_prayer boolean not null default false;

alter type notification_kind add value 'prayer-approved';
alter type notification_kind add value 'prayer-returned';
alter type notification_kind add value 'prayer-received';
alter type notification_kind add value 'prayer-ending';
alter type notification_kind add value 'team-prayer';
