-- Guidance, notifications, the rest of the website settings, suspended members.

create type guidance_category as enum ('faith', 'mindset', 'purpose', 'business', 'relationships');

-- Texts are encrypted under the asker's key.
create table guidance_request (
  guidance_request_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  category guidance_category not null,
  -- Chosen by the page, so that sending it again adds nothing.
  client_key uuid,
  is_hidden boolean not null default false,
  -- When the oldest unanswered question in it was asked; null when all is answered.
  waiting_since timestamptz(3),
  -- When the latest answer was given.
  answered_at timestamptz(3),
  claimed_by uuid references member on delete set null,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (member_id, client_key)
);
create index guidance_request_member on guidance_request (member_id, guidance_request_id desc);
create index guidance_request_waiting on guidance_request (is_hidden, waiting_since, guidance_request_id)
  where waiting_since is not null;
create index guidance_request_answered
  on guidance_request (is_hidden, answered_at desc, guidance_request_id)
  where waiting_since is null;
create index guidance_request_claimed on guidance_request (claimed_by) where claimed_by is not null;

-- Questions of a request in their order, each with its answer: the request and one follow-up.
create table guidance_question (
  guidance_request_id integer not null references guidance_request on delete cascade,
  number smallint not null check (number in (1, 2)),
  sealed_content bytea not null,
  asked_at timestamptz(3) not null default now(),
  sealed_response bytea,
  responded_at timestamptz(3),
  responded_by uuid references member on delete set null,
  primary key (guidance_request_id, number)
);
create index guidance_question_responded on guidance_question (responded_at desc)
  where responded_at is not null;
create index guidance_question_responder on guidance_question (responded_by)
  where responded_by is not null;

-- Wordings that a changed answer had before.
create table guidance_response_version (
  guidance_response_version_id integer primary key generated always as identity,
  guidance_request_id integer not null,
  number smallint not null,
  sealed_response bytea not null,
  replaced_at timestamptz(3) not null default now(),
  foreign key (guidance_request_id, number) references guidance_question on delete cascade
);
create index guidance_response_version_question
  on guidance_response_version (guidance_request_id, number, guidance_response_version_id desc);

create type notification_kind as enum (
  'story-approved', 'story-returned', 'story-reply', 'reply-reply', 'guidance-answered', 'live-on-air'
);

create table notification (
  notification_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  kind notification_kind not null,
  -- What it leads to: a story or a guidance request; null for the live room.
  subject_id integer,
  -- How many happenings it stands for.
  happenings integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);
create index notification_member on notification (member_id, updated_at desc, notification_id desc);
-- Unread ones of the same kind about the same thing are one.
create unique index notification_group on notification (member_id, kind, subject_id)
  nulls not distinct where read_at is null;

-- What a member changed from the defaults.
create table notification_choice (
  member_id uuid not null references member on delete cascade,
  kind notification_kind not null,
  in_app boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  primary key (member_id, kind)
);

create table push_subscription (
  push_subscription_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null default now()
);
create index push_subscription_member on push_subscription (member_id);

-- The key pair that push services know this site by; the private one wrapped by the master key.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  wrapped_private_key bytea not null
);

alter table member
  add column suspended_at timestamptz(3),
  -- HH:MM in the member's time zone; null without quiet hours.
  add column quiet_from text,
  add column quiet_to text;
create index member_created on member (created_at desc, member_id);

alter table website_settings
  add column answer_promise_hours integer not null default 48,
  add column helplines jsonb not null default '[]',
  add column coaching jsonb not null default '{"time": "19:00", "exceptions": []}',
  add column membership_product_id integer not null default 10;

create index audit_entry_newest on audit_entry (audit_entry_id desc);
create index audit_entry_action on audit_entry (action, audit_entry_id desc);
