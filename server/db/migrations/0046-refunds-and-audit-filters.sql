-- The claim of an administrator who is refunding a payment; it lapses after a minute.
alter table payment add column refund_started_at timestamptz(3);

-- Subscriptions by month: when they began and when they ended.
create index purchase_subscribed_at on purchase (purchased_at)
  where product_type = 'subscription' and not is_surplus;
create index purchase_ended_at on purchase (ended_at)
  where product_type = 'subscription' and not is_surplus and ended_at is not null;

-- The audit log by time, by administrator and by action, newest first.
create index audit_entry_time on audit_entry (created_at desc, audit_entry_id desc);
create index audit_entry_admin_time on audit_entry (admin_id, created_at desc, audit_entry_id desc);
create index audit_entry_action_time on audit_entry (action, created_at desc, audit_entry_id desc);
drop index audit_entry_newest;
drop index audit_entry_action;
