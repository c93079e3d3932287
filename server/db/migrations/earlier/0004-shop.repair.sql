-- not rolling: members can own a product twice
alter table checkout add column revision integer not null default 0;
alter table purchase add column is_surplus boolean not null default false;
create index purchase_own on purchase (member_id, product_id) where member_id is not null;
drop index purchase_owned;
create unique index purchase_owned on purchase (member_id, product_id)
  where state = 'owned' and not is_surplus;
drop index purchase_subscribed;
create unique index purchase_subscribed on purchase (member_id, product_id)
  where state in ('active', 'past_due', 'paused') and not is_surplus;
alter table till_customer
  alter column member_id drop not null,
  alter column email drop not null;
