-- Whether everyone who joins confirms that they are 18 or older; who did isn't stored.
alter table website_settings add column adults_only boolean not null default false;
