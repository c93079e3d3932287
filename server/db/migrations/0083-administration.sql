-- What an invitation is for, such as 'Sunday group', in the words of the administrator who made it.
alter table invitation add column name text;

-- The time of the daily backup, HH:MM in the community's time zone, as chosen on Backups and health;
-- null for none. BACKUP_TIME overrides it.
alter table website_settings add column backup_time text;
