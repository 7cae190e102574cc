-- A name tells people which system uses a key. `secret_stored_at` is when a person confirmed that they stored the
-- secret, which is shown only once.
alter table api_keys
  add column name text constraint api_keys_name_is_in_range check (length(name) between 1 and 100),
  add column secret_stored_at timestamptz(3);

-- A new e-mail address takes effect when somebody follows the link that was sent to it.
create table user_email_changes (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  email text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on column user_email_changes.token_hash is 'SHA-256 of the token in the mail';
create index user_email_changes_user on user_email_changes (user_id);
create index user_email_changes_expiry on user_email_changes (expires_at);
