-- Names of places near the community, which devices look for in what members write.
alter table website_settings add column local_names text[] not null default '{}';
