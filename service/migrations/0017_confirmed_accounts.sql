-- An account counts from the moment that somebody proves its e-mail address, and nothing from before counts with it.

-- Anybody can register anybody's address: passwords, sessions and second factors of unconfirmed accounts are void.
delete from user_sessions s using users u where u.id = s.user_id and not u.email_verified;
delete from user_second_factors f using users u where u.id = f.user_id and not u.email_verified;
delete from user_credentials c using users u where u.id = c.user_id and not u.email_verified;
update users set two_factor_enabled = false where not email_verified and two_factor_enabled;

-- From now on the database itself refuses them, and no account loses its confirmation.
create function require_confirmed_account() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = new.user_id and email_verified) then
    raise exception 'account % is not confirmed', new.user_id
      using errcode = 'check_violation', constraint = tg_table_name || '_confirmed', table = tg_table_name;
  end if;
  return new;
end
$$;
create trigger user_credentials_confirmed before insert or update on user_credentials
  for each row execute function require_confirmed_account();
create trigger user_sessions_confirmed before insert or update on user_sessions
  for each row execute function require_confirmed_account();
create trigger user_second_factors_confirmed before insert or update on user_second_factors
  for each row execute function require_confirmed_account();

create function keep_confirmation() returns trigger language plpgsql as $$
begin
  raise exception 'account % is confirmed, and stays so', old.id
    using errcode = 'check_violation', constraint = 'users_confirmation_stays', table = 'users';
end
$$;
create trigger users_confirmation_stays before update on users for each row
  when (old.email_verified and not new.email_verified)
  execute function keep_confirmation();

-- Links that confirm an address. Several may be under way for one account; using one deletes them all.
create table user_confirmations (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  -- What was registered with it, where the account and its company were there before, made by who knows whom.
  registration jsonb check (jsonb_typeof(registration) = 'object'),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on column user_confirmations.token_hash is 'SHA-256 of the token in the mail';
create index user_confirmations_user on user_confirmations (user_id);
create index user_confirmations_expiry on user_confirmations (expires_at);

-- When the person last gave a password or a code in this session. Sessions from before have proved nothing since.
alter table user_sessions add column proved_at timestamptz(3) not null default 'epoch';
alter table user_sessions alter column proved_at set default now();
comment on column user_sessions.proved_at is 'by the database''s clock';
