-- The daily practice: daily content, actions, trivia, moods, and the keys of private writing.

-- Where a member's key for private writing lies in the file store. The key itself is never in the
-- database, so that a copy of the database alone opens nothing.
create table member_key (
  member_id uuid primary key references member on delete cascade,
  file_key text not null unique
);

alter table member
  -- Minutes after which the journal asks for the password; null without a lock.
  add column journal_lock_minutes smallint,
  -- Weekdays for rest, 0 for Sunday to 6 for Saturday.
  add column rest_weekdays smallint[] not null default '{}';
-- When the journal was last opened or read in this session.
alter table session add column journal_seen_at timestamptz(3);

create table mood_entry (
  mood_entry_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- The logical day in the member's time zone.
  day date not null,
  -- Mood and notes, encrypted under the member's key.
  sealed bytea not null,
  -- When the member wrote it; what is sent late never replaces what was written after it.
  made_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (member_id, day)
);

create type action_type as enum ('hydration', 'prayer', 'movement', 'growth', 'selfcare');

create table action_tick (
  member_id uuid not null references member on delete cascade,
  day date not null,
  action_type action_type not null,
  -- Ticked the morning after.
  finished_later boolean not null,
  primary key (member_id, day, action_type)
);

create table personal_action (
  personal_action_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- Emptied when it is removed.
  content text not null,
  -- Chosen by the page, so that sending it again adds nothing.
  client_key uuid,
  created_at timestamptz(3) not null default now(),
  -- A removed action stays for the days on which it was ticked.
  removed_at timestamptz(3),
  unique (member_id, client_key)
);
create index personal_action_member on personal_action (member_id, personal_action_id)
  where removed_at is null;

create table personal_action_tick (
  personal_action_id integer not null references personal_action on delete cascade,
  member_id uuid not null references member on delete cascade,
  day date not null,
  finished_later boolean not null,
  primary key (personal_action_id, day)
);
create index personal_action_tick_member on personal_action_tick (member_id, day);

create type trivia_subject as enum ('bible', 'business', 'growth');

-- The bank of questions. The built-in ones are added at the start; an administrator's changes stay.
create table trivia_question (
  trivia_question_id integer primary key generated always as identity,
  built_in_key text unique,
  subject trivia_subject not null,
  question text not null,
  options text[] not null,
  answer text not null,
  explanation text not null,
  source text not null,
  is_enabled boolean not null default true,
  last_shown_on date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index trivia_question_next on trivia_question (last_shown_on nulls first) where is_enabled;

-- A question as it was asked on a day. The one with the highest revision is the day's.
create table trivia (
  trivia_id integer primary key generated always as identity,
  -- The community's logical day.
  day date not null,
  revision smallint not null default 0,
  trivia_question_id integer not null references trivia_question,
  question text not null,
  options text[] not null,
  answer text not null,
  explanation text not null,
  source text not null,
  created_at timestamptz(3) not null default now(),
  unique (day, revision)
);
create index trivia_trivia_question on trivia (trivia_question_id);

create table trivia_answer (
  member_id uuid not null references member on delete cascade,
  day date not null,
  trivia_id integer not null references trivia,
  answer text not null,
  is_correct boolean not null,
  answered_at timestamptz(3) not null default now(),
  primary key (member_id, day)
);
create index trivia_answer_trivia on trivia_answer (trivia_id);
create index trivia_answer_day on trivia_answer (day);

create type daily_type as enum ('message', 'reflection');
create type daily_format as enum ('text', 'image');
create type daily_source as enum ('manual', 'provider', 'library');

create table daily_content (
  -- The community's logical day.
  day date not null,
  type daily_type not null,
  format daily_format not null,
  -- Sanitised HTML.
  content text not null,
  source daily_source not null,
  -- Which text of the library it is.
  library_key text,
  -- Key of the image in the file store.
  image_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (day, type)
);
create index daily_content_library on daily_content (type, library_key, day desc)
  where library_key is not null;
create index daily_content_image on daily_content (image_key) where image_key is not null;

create table daily_settings (
  only_row boolean primary key default true check (only_row),
  auto_generate boolean not null default false,
  -- HH:MM in the community's time zone.
  generate_at text not null,
  -- Runs that were due before this moment are not caught up.
  scheduled_since timestamptz(3) not null default now(),
  daily_message_prompt text not null default '{ai_response}',
  agent_style text not null default '',
  reflection_prompt text not null default ''
);
-- 12:00 in UTC (administrator document, section 9), as clocks in the community show it today.
insert into daily_settings (generate_at)
  select to_char(
    (current_date + time '12:00') at time zone 'UTC' at time zone time_zone, 'HH24:MI'
  ) from website_settings;

-- One scheduled run per day, whatever the number of nodes.
create table daily_run (
  day date primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  message_source daily_source,
  reflection_source daily_source,
  fallback_reason text
);

-- Chosen by the page, so that sending a story or reply again adds nothing.
alter table story add column client_key uuid;
create unique index story_client_key on story (member_id, client_key) where client_key is not null;
alter table reply add column client_key uuid;
create unique index reply_client_key on reply (member_id, client_key) where client_key is not null;
