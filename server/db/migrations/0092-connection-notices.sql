-- Notices about changed connections.
alter type notification_kind add value if not exists 'team-connection';
