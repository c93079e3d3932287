-- Notices for the team: what waits in the queues that a member's rights open.

alter type notification_kind add value 'team-story';
alter type notification_kind add value 'team-report';
alter type notification_kind add value 'team-guidance';
alter type notification_kind add value 'team-guidance-half';
alter type notification_kind add value 'team-guidance-late';
alter type notification_kind add value 'team-payment';

-- When the member last got an email about the team's queues; there is at most one an hour.
alter table member add column team_mailed_at timestamptz(3);
