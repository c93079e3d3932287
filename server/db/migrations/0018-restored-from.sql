-- When the backup was made that this site came out of. Set until an operator confirms that it is the
-- live site: until then the server sends nothing and charges nobody.
alter table website_settings add column restored_from timestamptz(3);
