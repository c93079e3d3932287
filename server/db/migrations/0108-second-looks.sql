-- What members ask about a decision: that somebody else of the team looks again. Once for each decision.
alter type review_subject add value 'second-look';
alter type team_message_kind add value 'second-look-kept';
alter type team_message_kind add value 'second-look-changed';
alter type notification_kind add value 'second-look';
alter type notification_kind add value 'team-second-look';

-- Who wrote a warning, so that somebody else takes the second look. Nobody but the server reads it.
alter table team_message add column sent_by uuid references member on delete set null;
create index team_message_sender on team_message (sent_by) where sent_by is not null;
update team_message t set sent_by = (
  select m.member_id from audit_entry entry join member m on m.member_id = entry.admin_id
  where entry.subject_type = case when t.is_about_reply then 'reply' else 'story' end
    and entry.subject_id = case when t.is_about_reply then t.reply_id else t.story_id end::text
    and entry.action in ('story-author-warned', 'reply-author-warned')
    and entry.detail ->> 'reason' = t.words
  order by abs(extract(epoch from entry.created_at - t.created_at)) limit 1
) where kind = 'warning';

create table second_look (
  second_look_id integer generated always as identity primary key,
  member_id uuid not null references member on delete cascade,
  -- A returned story or prayer request, or a warning, with its id.
  subject text not null check (subject in ('story', 'prayer', 'warning')),
  subject_id integer not null,
  -- When the decision was made, which tells decisions about the same subject apart, and by whom.
  decided_at timestamptz not null,
  decided_by uuid references member on delete set null,
  -- The member's own; deleted with the answer.
  words text,
  created_at timestamptz(3) not null,
  answered_at timestamptz(3),
  constraint second_look_once unique (subject, subject_id, decided_at),
  check ((words is null) = (answered_at is not null))
);
create index second_look_member on second_look (member_id);
create index second_look_decider on second_look (decided_by) where decided_by is not null;
create index second_look_open on second_look (second_look_id) where answered_at is null;
