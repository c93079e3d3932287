-- ISO 4217 in lower case; all amounts are in its hundredths. It stays once something was sold.
alter table website_settings add column currency text not null default 'usd';
