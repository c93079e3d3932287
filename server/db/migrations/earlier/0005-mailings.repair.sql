-- not rolling: it drops soft_bounce
-- changes rows of: soft_bounce
alter table mailing_recipient add column handed_at timestamptz(3);
drop index mailing_recipient_waiting;
create index mailing_recipient_waiting on mailing_recipient (mailing_id, due_at, mailing_recipient_id)
  where status = 'waiting';
create index mailing_recipient_taken on mailing_recipient (taken_until)
  where status = 'waiting' and taken_until is not null;

create table mail_gate (
  only_row boolean primary key default true check (only_row),
  tokens double precision not null default 0,
  filled_at timestamptz not null default now(),
  failures integer not null default 0,
  closed_until timestamptz
);
insert into mail_gate default values;

alter table story add column approved_at timestamptz(3);
create index story_approved on story (approved_at, story_id)
  where status = 'approved' and hidden_at is null and approved_at is not null;
create function note_story_approval() returns trigger language plpgsql as $$
begin
  new.approved_at := now();
  return new;
end $$;
create trigger story_approved_now before insert on story
  for each row when (new.status = 'approved' and new.approved_at is null)
  execute function note_story_approval();
create trigger story_approved_later before update of status on story
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function note_story_approval();

alter table email_event
  add column is_listed boolean not null default true,
  add column is_open_soft_bounce boolean not null default false;
drop index email_event_newest;
create index email_event_newest on email_event (created_at desc, email_event_id desc) where is_listed;
create index email_event_email on email_event (email, created_at);
create index email_event_soft on email_event (email) where is_open_soft_bounce;
create index email_message_provider on email_message (provider_id) where provider_id is not null;
create index email_suppression_lifted on email_suppression (email) where lifted_at is not null;
-- No release with this table wrote to it.
drop table soft_bounce;
