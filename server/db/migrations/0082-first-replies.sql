-- Notices about stories that nobody has answered.
alter type notification_kind add value if not exists 'team-unheard';
create index story_without_reply_idx on story (story_id desc)
where status = 'approved' and hidden_at is null and reply_count = 0;
