-- What the team removed, and why, for its author.
alter type team_message_kind add value 'removal';

-- The removed story's title, and the removed text, so that their author can copy them. Nobody else
-- reads them but whoever takes a second look. Deleted after 30 days.
alter table team_message add column removed_title text, add column removed_text text;
create index team_message_removed on team_message (created_at)
  where removed_title is not null or removed_text is not null;

-- The server knows the subjects (`REFUSALS`).
alter table second_look drop constraint second_look_subject_check;
