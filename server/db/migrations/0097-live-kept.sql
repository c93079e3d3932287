-- What the next process of the live room needs to continue a session.

alter table live_session add are_questions_checked boolean not null default false;
-- Nobody stopped it: its process ended first.
alter table live_recording add is_interrupted boolean not null default false;

-- Deleted when the session ends, as are its questions.
create table live_attendance (
  live_session_id integer not null references live_session on delete cascade,
  member_id uuid not null references member on delete cascade,
  -- Has entered and not left since: access that ends meanwhile lasts.
  is_admitted boolean not null,
  is_silenced boolean not null,
  is_invited boolean not null,
  hand_raised_at timestamptz(3),
  primary key (live_session_id, member_id)
);
create index live_attendance_member on live_attendance (member_id);

create type live_question_state as enum ('waiting', 'shown', 'hidden');

create table live_question (
  live_session_id integer not null references live_session on delete cascade,
  number integer not null,
  -- Who asked. The text is sealed under their key.
  member_id uuid not null references member on delete cascade,
  name text not null,
  sealed_text bytea not null,
  state live_question_state not null,
  is_answered boolean not null,
  -- By this question, a host has silenced the member who asked.
  is_asker_silenced boolean not null,
  primary key (live_session_id, number)
);
create index live_question_member on live_question (member_id);
