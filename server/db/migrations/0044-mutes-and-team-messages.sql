-- Members whose stories and replies a member does not want to read. Nobody is told or counts them.
create table mute (
  member_id uuid not null references member on delete cascade,
  muted_member_id uuid not null references member on delete cascade,
  -- Random: a number would tell how many there are.
  mute_id uuid not null default gen_random_uuid(),
  muted_at timestamptz(3) not null,
  primary key (member_id, muted_member_id)
);
create index mute_muted on mute (muted_member_id);

-- What the team tells one member: a warning about what they wrote, or what became of their report.
create type team_message_kind as enum ('warning', 'report-kept', 'report-removed');
create table team_message (
  team_message_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  kind team_message_kind not null,
  -- What it is about; a reply's story, too. Null once it is gone.
  story_id integer references story on delete set null,
  reply_id integer references reply on delete set null,
  -- Whether it is about a reply, also once that is gone.
  is_about_reply boolean not null,
  -- An administrator's words; null for an outcome without any.
  words text,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3)
);
create index team_message_member on team_message (member_id, team_message_id desc);
create index team_message_unseen_warning on team_message (member_id)
  where kind = 'warning' and seen_at is null;
create index team_message_story on team_message (story_id) where story_id is not null;
create index team_message_reply on team_message (reply_id) where reply_id is not null;

alter type notification_kind add value 'warning';
alter type notification_kind add value 'report-closed';
