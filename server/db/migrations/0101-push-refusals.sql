-- Since when a push service has refused everything for a device; null after a push that it took.
alter table push_subscription add column refused_since timestamptz(3);
