-- Where this database is, as the service last knew it. A copy is somewhere else, and sends nothing until it is activated.
create table installation (
  is_only boolean not null default true,
  quiet_because text,
  cluster_identifier text,
  database_oid bigint,
  data_folder text,
  timeline integer,
  backup_taken_at timestamptz(3),
  restored_at timestamptz(3),
  activated_at timestamptz(3),
  constraint installation_pkey primary key (is_only),
  constraint installation_has_one_row check (is_only),
  constraint installation_quiet_because_is_known check (quiet_because in ('restored', 'deactivated'))
);

insert into installation default values;
