-- not rolling: it drops a column that needs a value
alter table pending_sign_in drop column device;
