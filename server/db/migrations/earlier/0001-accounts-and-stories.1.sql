-- Members, their sessions and codes; stories with replies, reactions, tags and reports;
-- queued mail, the audit log and the site's settings.

create table member (
  member_id uuid primary key default gen_random_uuid(),
  username text not null unique,
  -- Case-folded confusable skeleton (Unicode TR 39): look-alikes collide.
  username_key text not null unique,
  email text not null unique,
  email_verified_at timestamptz(3),
  password_hash text not null,
  anonymous_username text not null,
  anonymous_username_key text not null unique,
  is_admin boolean not null default false,
  time_zone text not null,
  created_at timestamptz(3) not null default now()
);
create index member_admin on member (member_id) where is_admin;

create table session (
  session_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- SHA-256 of the cookie's token.
  token_hash bytea not null unique,
  device text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index session_member on session (member_id);
create index session_expiry on session (expires_at);

-- One open code per address; it serves sign-in and registration alike.
create table one_time_code (
  email text primary key,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  expires_at timestamptz(3) not null
);

create table password_reset (
  token_hash bytea primary key,
  member_id uuid not null references member on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_reset_member on password_reset (member_id);

create table first_admin_link (
  token_hash bytea primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create type story_category as enum (
  'purpose', 'mindset', 'business', 'faith', 'relationships',
  'purpose_qa', 'mindset_qa', 'business_qa', 'faith_qa', 'relationships_qa'
);
create type story_status as enum ('pending', 'approved', 'rejected');
create type audio_state as enum ('processing', 'ready', 'failed');
create type reaction_kind as enum ('heart', 'praying_hands', 'raised_hands');

create table story (
  story_id integer primary key generated always as identity,
  -- Null once its author deleted the account and left the story.
  member_id uuid references member on delete set null,
  title text not null,
  category story_category not null,
  content text,
  caption text,
  status story_status not null default 'pending',
  rejection_reason text,
  -- Set by two reports, cleared when an administrator keeps the story.
  hidden_at timestamptz(3),
  audio_state audio_state,
  -- Key in the file store: of the upload while it is processed, then of the converted recording.
  audio_key text,
  -- Seconds.
  audio_duration real,
  waveform real[],
  heart_count integer not null default 0,
  praying_hands_count integer not null default 0,
  raised_hands_count integer not null default 0,
  -- Replies that can be seen.
  reply_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  submitted_at timestamptz(3) not null default now(),
  search tsvector not null generated always as (
    to_tsvector('english', title || ' ' || coalesce(content, '') || ' ' || coalesce(caption, ''))
  ) stored,
  constraint story_is_text_or_audio check ((content is null) <> (audio_state is null))
);
create index story_public on story (story_id desc) where status = 'approved' and hidden_at is null;
create index story_public_category on story (category, story_id desc)
  where status = 'approved' and hidden_at is null;
create index story_pending on story (submitted_at, story_id) where status = 'pending';
create index story_member on story (member_id, story_id desc);
create index story_search on story using gin (search) where status = 'approved' and hidden_at is null;

create table tag (
  tag_id integer primary key generated always as identity,
  name text not null,
  name_key text not null unique,
  -- Public stories that carry the tag.
  story_count integer not null default 0
);

create table story_tag (
  story_id integer not null references story on delete cascade,
  tag_id integer not null references tag on delete cascade,
  primary key (story_id, tag_id)
);
create index story_tag_tag on story_tag (tag_id, story_id desc);

-- How many public stories there are, in all (`all`) and by category, so that no list counts rows.
create table story_count (
  scope text primary key,
  stories integer not null default 0
);
insert into story_count (scope) values ('all');
insert into story_count (scope) select unnest(enum_range(null::story_category))::text;


create function count_public_story() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.status = 'approved' and old.hidden_at is null;
  is_public boolean := tg_op <> 'DELETE' and new.status = 'approved' and new.hidden_at is null;
begin
  if was_public then
    update story_count set stories = stories - 1 where scope in ('all', old.category::text);
  end if;
  if is_public then
    update story_count set stories = stories + 1 where scope in ('all', new.category::text);
  end if;
  if was_public <> is_public then
    update tag set story_count = story_count + case when is_public then 1 else -1 end
      where tag_id in (select tag_id from story_tag where story_id = old.story_id);
  end if;
  return coalesce(new, old);
end $$;
create trigger story_counted_insert after insert on story
  for each row when (new.status = 'approved') execute function count_public_story();
create trigger story_counted_update after update of status, hidden_at, category on story
  for each row execute function count_public_story();
-- Before the delete, while the story still has its tags.
create trigger story_counted_delete before delete on story
  for each row when (old.status = 'approved') execute function count_public_story();

create function count_tagged_story() returns trigger language plpgsql as $$
declare
  changed integer := case when tg_op = 'INSERT' then 1 else -1 end;
  link story_tag := case when tg_op = 'INSERT' then new else old end;
begin
  update tag set story_count = story_count + changed
    where tag_id = link.tag_id
      and exists (
        select from story where story.story_id = link.story_id
          and story.status = 'approved' and story.hidden_at is null
      );
  return null;
end $$;
create trigger tag_counted after insert or delete on story_tag
  for each row execute function count_tagged_story();

create table reply (
  reply_id integer primary key generated always as identity,
  story_id integer not null references story on delete cascade,
  -- The top-level reply above this one.
  parent_id integer references reply on delete cascade,
  -- The reply that this one answers, shown as '@name'.
  reply_to_id integer references reply on delete set null,
  member_id uuid references member on delete set null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  hidden_at timestamptz(3)
);
create index reply_story on reply (story_id, reply_id);
create index reply_parent on reply (parent_id, reply_id) where parent_id is not null;
create index reply_reply_to on reply (reply_to_id) where reply_to_id is not null;
create index reply_member on reply (member_id, reply_id desc);

create table reaction (
  story_id integer not null references story on delete cascade,
  member_id uuid not null references member on delete cascade,
  kind reaction_kind not null,
  created_at timestamptz(3) not null default now(),
  primary key (story_id, member_id, kind)
);
create index reaction_member on reaction (member_id);

create table report (
  report_id integer primary key generated always as identity,
  story_id integer not null references story on delete cascade,
  -- Null when the story itself is reported.
  reply_id integer references reply on delete cascade,
  member_id uuid not null references member on delete cascade,
  reason text,
  created_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  unique nulls not distinct (story_id, reply_id, member_id)
);
create index report_open on report (report_id) where resolved_at is null;
create index report_reply on report (reply_id) where reply_id is not null;
create index report_member on report (member_id);

create table audit_entry (
  audit_entry_id integer primary key generated always as identity,
  -- Null once the administrator's account is gone.
  admin_id uuid references member on delete set null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_entry_subject on audit_entry (subject_type, subject_id);

create table email_message (
  email_message_id integer primary key generated always as identity,
  kind text not null,
  to_address text not null,
  subject text not null,
  -- Emptied once the mail is delivered or given up.
  text text not null,
  html text not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  attempts smallint not null default 0,
  last_error text,
  provider_id text
);

-- Where mails go while no mail provider is set up; an administrator reads them.
create table outbox_mail (
  outbox_mail_id integer primary key generated always as identity,
  idempotency_key text not null unique,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz(3) not null default now()
);
create index outbox_mail_to on outbox_mail (to_address, outbox_mail_id desc);

create table website_settings (
  only_row boolean primary key default true check (only_row),
  site_title text not null default 'Folx',
  logo_url text,
  footer_image1 text,
  footer_image2 text,
  help_email text,
  time_zone text not null default 'America/Chicago'
);
insert into website_settings default values;

-- Counters of rate-limiter-flexible. Keys hold no address in the clear.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
