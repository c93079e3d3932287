-- First replies that wait, and notices about them and about applications.

-- A first reply that waits for an administrator; it is hidden as well.
alter table reply add column held_at timestamptz(3);
create index reply_held on reply (held_at, reply_id) where held_at is not null and deleted_at is null;

alter type notification_kind add value 'team-application';
alter type notification_kind add value 'team-reply';
