-- The community's own house rules, as sanitized rich text; empty for the built-in ones.
alter table website_settings add column house_rules text not null default '';
