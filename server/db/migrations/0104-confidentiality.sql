-- The limit of confidentiality, above the text of a guidance request.
alter table website_settings add column confidentiality_limit text not null
  default 'If someone is in danger, we may have to act.';
