-- The rules that a host has last written for the live room, as plain text; empty before the first.
alter table live_settings add column rules text not null default '';
-- Whether everyone in the room sees them.
alter table live_session add column are_rules_shown boolean not null default false;
