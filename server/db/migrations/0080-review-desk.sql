-- The review desk: what waits for a person, who has claimed it and who decided about it last, for all
-- kinds of subjects alike.

create type review_subject as enum (
  'story', 'story-report', 'reply', 'reply-report', 'prayer', 'transcript', 'guidance', 'application'
);

create table review_item (
  subject review_subject not null,
  -- The id of the story (also for its transcript and for reports about it), reply, prayer request,
  -- guidance request or application. An item outlives its subject only to say who removed it.
  subject_id integer not null,
  -- Null while it doesn't wait.
  waiting_since timestamptz(3),
  -- When its author last changed it; a decision is about the version that was read.
  version timestamptz(3),
  claimed_by uuid references member on delete set null,
  claimed_until timestamptz(3),
  -- The latest decision, by its action in the audit log, which has all of them.
  decision text,
  -- Null once the administrator's account is gone.
  decided_by uuid references member on delete set null,
  decided_at timestamptz(3),
  primary key (subject, subject_id)
);
create index review_item_waiting on review_item (subject, waiting_since, subject_id)
  where waiting_since is not null;
create index review_item_claimed on review_item (claimed_by) where claimed_by is not null;
create index review_item_decided on review_item (decided_by) where decided_by is not null;

-- What waits follows from the subjects' own columns, by triggers like those that count stories: no
-- path of the code can forget it, and servers of the previous release need not know of it.

-- Notes that a subject waits since then, or with null that it doesn't, which ends its claim.
create function set_waiting(review_subject, integer, since timestamptz, read_version timestamptz)
returns void language sql as $$
  update review_item set waiting_since = null, claimed_by = null, claimed_until = null
  where since is null and subject = $1 and subject_id = $2 and waiting_since is not null;
  insert into review_item (subject, subject_id, waiting_since, version)
  select $1, $2, since, read_version where since is not null
  on conflict (subject, subject_id)
    do update set waiting_since = excluded.waiting_since, version = excluded.version;
$$;

-- A transcript waits only while readers can see its story.
create function set_transcript_waiting(id integer) returns void language sql as $$
  select set_waiting('transcript', id, since, since) from (
    select max(t.changed_at) as since from transcript t join story s on s.story_id = t.story_id
    where t.story_id = id and t.state in ('asked', 'review') and s.status = 'approved'
      and s.hidden_at is null and s.audio_state = 'ready'
  ) waiting
$$;

-- The subject of a report, with its open reports.
create function set_report_waiting(story integer, reply integer) returns void language sql as $$
  select set_waiting(
    case when reply is null then 'story-report' else 'reply-report' end::review_subject,
    coalesce(reply, story), since, null
  ) from (
    select min(created_at) as since from report
    where story_id = story and reply_id is not distinct from reply and resolved_at is null
  ) waiting
$$;

create function review_story() returns trigger language plpgsql as $$
begin
  perform set_waiting('story', new.story_id,
    case when new.status = 'pending' then new.submitted_at end, new.submitted_at);
  if tg_op = 'UPDATE' then perform set_transcript_waiting(new.story_id); end if;
  return null;
end $$;
create trigger story_review_insert after insert on story
  for each row when (new.status = 'pending') execute function review_story();
create trigger story_review_update
  after update of status, submitted_at, hidden_at, audio_state on story
  for each row execute function review_story();

create function review_reply() returns trigger language plpgsql as $$
begin
  perform set_waiting('reply', new.reply_id,
    case when new.deleted_at is null then new.held_at end, null);
  return null;
end $$;
create trigger reply_review_insert after insert on reply
  for each row when (new.held_at is not null) execute function review_reply();
create trigger reply_review_update after update of held_at, deleted_at on reply
  for each row when (old.held_at is not null or new.held_at is not null)
  execute function review_reply();

create function review_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform set_report_waiting(old.story_id, old.reply_id);
  else perform set_report_waiting(new.story_id, new.reply_id);
  end if;
  return null;
end $$;
create trigger report_review after insert or update of resolved_at or delete on report
  for each row execute function review_report();

create function review_prayer() returns trigger language plpgsql as $$
begin
  perform set_waiting('prayer', new.prayer_request_id, new.waiting_since, new.submitted_at);
  return null;
end $$;
create trigger prayer_review after insert or update of waiting_since, submitted_at on prayer_request
  for each row execute function review_prayer();

create function review_transcript() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform set_transcript_waiting(old.story_id);
  else perform set_transcript_waiting(new.story_id);
  end if;
  -- A claim is for writing a draft, not for reviewing what the author wrote meanwhile.
  if tg_op = 'UPDATE' and new.state <> old.state then
    update review_item set claimed_by = null, claimed_until = null
    where subject = 'transcript' and subject_id = new.story_id and claimed_by is not null;
  end if;
  return null;
end $$;
create trigger transcript_review after insert or update of state, changed_at or delete on transcript
  for each row execute function review_transcript();

create function review_guidance() returns trigger language plpgsql as $$
begin
  perform set_waiting('guidance', new.guidance_request_id,
    case when not new.is_hidden then new.waiting_since end, new.waiting_since);
  return null;
end $$;
create trigger guidance_review after insert or update of waiting_since, is_hidden on guidance_request
  for each row execute function review_guidance();

create function review_application() returns trigger language plpgsql as $$
begin
  perform set_waiting('application', new.application_id, new.created_at, new.created_at);
  return null;
end $$;
create trigger application_review after insert or update of created_at on application
  for each row execute function review_application();

-- Ends the items about a deleted row. Arguments: the column of its id, and the items' subjects.
create function end_review() returns trigger language plpgsql as $$
declare id integer := to_jsonb(old) ->> tg_argv[0];
begin
  delete from review_item where subject = any (tg_argv[1:]::review_subject[]) and subject_id = id
    and decision is distinct from 'story-removed';
  update review_item set waiting_since = null, claimed_by = null, claimed_until = null
  where subject = any (tg_argv[1:]::review_subject[]) and subject_id = id;
  return null;
end $$;
create trigger story_review_end after delete on story
  for each row execute function end_review('story_id', 'story', 'story-report', 'transcript');
create trigger reply_review_end after delete on reply
  for each row execute function end_review('reply_id', 'reply', 'reply-report');
create trigger prayer_review_end after delete on prayer_request
  for each row execute function end_review('prayer_request_id', 'prayer');
create trigger guidance_review_end after delete on guidance_request
  for each row execute function end_review('guidance_request_id', 'guidance');
create trigger application_review_end after delete on application
  for each row execute function end_review('application_id', 'application');

-- What has been waiting.
select set_waiting('story', story_id, submitted_at, submitted_at) from story where status = 'pending';
select set_waiting('reply', reply_id, held_at, null) from reply
  where held_at is not null and deleted_at is null;
select set_report_waiting(story_id, reply_id) from report where resolved_at is null
  group by story_id, reply_id;
select set_waiting('prayer', prayer_request_id, waiting_since, submitted_at) from prayer_request
  where waiting_since is not null;
select set_transcript_waiting(story_id) from transcript where state in ('asked', 'review');
select set_waiting('guidance', guidance_request_id, waiting_since, waiting_since)
  from guidance_request where waiting_since is not null and not is_hidden;
select set_waiting('application', application_id, created_at, created_at) from application;

-- Until the next release, which drops all that follows, with review_claim and the columns claimed_by
-- and claimed_until of transcripts, prayer and guidance requests: servers of the previous release
-- store claims there, and decisions only in the audit log.

create function copy_decision(entry audit_entry) returns void language plpgsql as $$
begin
  if entry.action not in (
    'story-approved', 'story-rejected', 'story-withdrawn', 'story-removed', 'report-kept',
    'reply-approved', 'reply-declined', 'reply-removed', 'guidance-answered', 'guidance-hidden',
    'guidance-shown', 'prayer-approved', 'prayer-returned', 'prayer-withdrawn',
    'transcript-written', 'transcript-approved', 'transcript-returned'
  ) then return; end if;
  insert into review_item (subject, subject_id, decision, decided_by, decided_at)
  values (
    case
      when entry.action = 'report-kept' then entry.subject_type || '-report'
      when entry.action like 'transcript-%' then 'transcript'
      else entry.subject_type
    end::review_subject,
    entry.subject_id::integer, entry.action, entry.admin_id, entry.created_at
  )
  on conflict (subject, subject_id) do update set decision = excluded.decision,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at;
end $$;
select copy_decision(entry) from audit_entry entry order by audit_entry_id;

create function note_decision() returns trigger language plpgsql as $$
begin
  perform copy_decision(new);
  return null;
end $$;
create trigger audit_entry_review after insert on audit_entry
  for each row execute function note_decision();

-- Changes nothing if the item has this claim, so that the triggers below don't call each other
-- forever.
create function copy_claim(review_subject, integer, claimant uuid, until timestamptz)
returns void language sql as $$
  insert into review_item (subject, subject_id, claimed_by, claimed_until)
  select $1, $2, claimant, until
  where claimant is not null or exists (
    select from review_item where subject = $1 and subject_id = $2 and claimed_by is not null
  )
  on conflict (subject, subject_id)
    do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    where (review_item.claimed_by, review_item.claimed_until)
      is distinct from (excluded.claimed_by, excluded.claimed_until);
$$;

-- A claim on a reported subject is the same as one on the subject.
select copy_claim(coalesce(i.subject, 'story'), c.story_id, c.claimed_by, c.claimed_until)
  from review_claim c left join review_item i on i.waiting_since is not null
    and i.subject in ('story', 'story-report') and i.subject_id = c.story_id
  where c.reply_id is null;
select copy_claim('reply-report', reply_id, claimed_by, claimed_until) from review_claim
  where reply_id is not null;
select copy_claim('prayer', prayer_request_id, claimed_by, claimed_until) from prayer_request
  where claimed_by is not null;
select copy_claim('transcript', story_id, claimed_by, claimed_until) from transcript
  where claimed_by is not null;
select copy_claim('guidance', guidance_request_id, claimed_by, claimed_until) from guidance_request
  where claimed_by is not null;

create function claimed_before() returns trigger language plpgsql as $$
declare
  given jsonb := to_jsonb(coalesce(new, old));
  claimant uuid := case when tg_op = 'DELETE' then null else given ->> 'claimed_by' end;
  until timestamptz := case when tg_op = 'DELETE' then null else given ->> 'claimed_until' end;
begin
  if tg_table_name <> 'review_claim' then
    perform copy_claim(tg_argv[0]::review_subject, (given ->> tg_argv[1])::integer, claimant, until);
  elsif given ->> 'reply_id' is not null then
    perform copy_claim('reply-report', (given ->> 'reply_id')::integer, claimant, until);
  else
    perform copy_claim(subject, subject_id, claimant, until) from review_item
    where subject in ('story', 'story-report') and subject_id = (given ->> 'story_id')::integer;
  end if;
  return null;
end $$;
create trigger review_claim_before after insert or update or delete on review_claim
  for each row execute function claimed_before();
create trigger prayer_claim_before after update of claimed_by, claimed_until on prayer_request
  for each row execute function claimed_before('prayer', 'prayer_request_id');
create trigger transcript_claim_before after update of claimed_by, claimed_until on transcript
  for each row execute function claimed_before('transcript', 'story_id');
create trigger guidance_claim_before after update of claimed_by, claimed_until on guidance_request
  for each row execute function claimed_before('guidance', 'guidance_request_id');

create function claimed_now() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.claimed_by is null then return null; end if;
  if new.subject in ('story', 'story-report', 'reply-report') then
    delete from review_claim where new.claimed_by is null
      and case when new.subject = 'reply-report' then reply_id = new.subject_id
        else story_id = new.subject_id and reply_id is null end;
    insert into review_claim (story_id, reply_id, claimed_by, claimed_until)
    select s.story_id, r.reply_id, new.claimed_by, new.claimed_until
    from story s left join reply r on new.subject = 'reply-report' and r.reply_id = new.subject_id
    where s.story_id = case when new.subject = 'reply-report' then r.story_id else new.subject_id end
      and new.claimed_by is not null
    on conflict (story_id, reply_id)
      do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      where (review_claim.claimed_by, review_claim.claimed_until)
        is distinct from (excluded.claimed_by, excluded.claimed_until);
  elsif new.subject = 'prayer' then
    update prayer_request set claimed_by = new.claimed_by, claimed_until = new.claimed_until
    where prayer_request_id = new.subject_id
      and (claimed_by, claimed_until) is distinct from (new.claimed_by, new.claimed_until);
  elsif new.subject = 'transcript' then
    update transcript set claimed_by = new.claimed_by, claimed_until = new.claimed_until
    where story_id = new.subject_id
      and (claimed_by, claimed_until) is distinct from (new.claimed_by, new.claimed_until);
  elsif new.subject = 'guidance' then
    update guidance_request set claimed_by = new.claimed_by, claimed_until = new.claimed_until
    where guidance_request_id = new.subject_id
      and (claimed_by, claimed_until) is distinct from (new.claimed_by, new.claimed_until);
  end if;
  return null;
end $$;
create trigger review_item_claimed_now after insert or update of claimed_by, claimed_until
  on review_item for each row execute function claimed_now();
