-- What becomes of the transcript of a voice story until it is published as the story's caption.

create type transcript_state as enum ('left-out', 'asked', 'queued', 'failed', 'draft', 'review');
create type transcript_source as enum ('author', 'helper', 'speech');

-- The caption's lines with their times in the recording: [{"startMs": 0, "text": "…"}]; null without.
alter table story add column caption_lines jsonb;

create table transcript (
  story_id integer primary key references story on delete cascade,
  state transcript_state not null,
  -- A draft that only the author sees, or what waits for the team.
  text text,
  lines jsonb,
  source transcript_source,
  -- Why the team returned it.
  return_reason text,
  -- Since when it is in this state.
  changed_at timestamptz(3) not null,
  claimed_by uuid references member on delete set null,
  claimed_until timestamptz(3),
  check ((state in ('draft', 'review')) = (text is not null)),
  check ((text is null) = (source is null))
);
create index transcript_waiting on transcript (changed_at, story_id)
  where state in ('asked', 'review');
create index transcript_claimed on transcript (claimed_by) where claimed_by is not null;

alter type notification_kind add value 'story-transcript';
alter type notification_kind add value 'team-transcript';
