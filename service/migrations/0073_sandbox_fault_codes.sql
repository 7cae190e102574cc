-- The code with which the sandbox authority rejects a document, if a company asks for one.
alter table sandbox_faults add column code text;
comment on column sandbox_faults.code is 'null: the one of the authority';
