-- The schema after all migrations. Written by service/scripts/generate.ts: do not edit.
-- It can be loaded into an empty database; the service itself only ever applies the migrations.

create extension btree_gin;
create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.announce_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('billfold_products', coalesce(new.company_id, old.company_id)::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.chain_step(state bytea, head bytea, sequence bigint, body_hash bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return sha256(coalesce(state, head) || int8send(sequence) || body_hash);
end $function$;

CREATE OR REPLACE FUNCTION public.guard_credit_note_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from changed_lines c join credit_notes n on n.company_id = c.company_id and n.id = c.credit_note_id
    join credit_note_lines l on l.company_id = c.company_id and l.credit_note_id = c.credit_note_id and l.id = c.id
    where l.xmin <> n.xmin)
  then
    raise exception using
      errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
      message = 'insert of credit_note_lines refused: what is issued never changes',
      hint = 'Make another credit note.';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_invoice_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- What an erasure may change.
  texts constant text[] := array['description', 'exemption_reason', 'discounts', 'charges'];
begin
  if tg_op = 'UPDATE' and current_setting('billfold.erasing', true) = 'on' then
    if not exists (
      select from changed_lines c join invoices i on i.company_id = c.company_id and i.id = c.invoice_id
      where i.status <> 'draft' and not exists (
        select from invoice_lines l
        where l.company_id = c.company_id and l.invoice_id = c.invoice_id and l.id = c.id
          and to_jsonb(l) - texts = to_jsonb(c) - texts))
    then
      return null;
    end if;
  elsif not exists (
    select from changed_lines c join invoices i on i.company_id = c.company_id and i.id = c.invoice_id
    where i.status <> 'draft' and (tg_op <> 'INSERT' or not exists (
      select from invoice_lines l
      where l.company_id = c.company_id and l.invoice_id = c.invoice_id and l.id = c.id and l.xmin = i.xmin)))
  then
    return null;
  end if;
  raise exception using
    errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
    message = format('%s of %s refused: what is issued never changes', lower(tg_op), tg_table_name),
    hint = 'Correct it with a credit note and a new invoice.';
end $function$;

CREATE OR REPLACE FUNCTION public.guard_issued_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('billfold.erasing', true) = 'on'
    and to_jsonb(new) - array['number_key', 'customer_snapshot', 'external_id', 'notes', 'po_number', 'metadata', 'discounts', 'charges',
      'fiscal', 'withholding']
    = to_jsonb(old) - array['number_key', 'customer_snapshot', 'external_id', 'notes', 'po_number', 'metadata', 'discounts', 'charges',
      'fiscal', 'withholding']
  then
    return new;
  end if;
  if record_image_ne(
    row(new.company_id, new.id, new.number, new.customer_id, new.invoice_date, new.due_date, new.currency, new.subtotal,
      new.tax_total, new.total, new.taxes, new.sale_id, new.recurring_invoice_id, new.period_start, new.period_end,
      new.source, new.portal_secret, new.po_number,
      new.prices_include_tax, new.discounts, new.charges, new.discount_total, new.charge_total, new.withholding, new.withholding_amount,
      new.external_id, new.notes, new.metadata, new.created_at, new.issued_at, new.status = 'draft'),
    row(old.company_id, old.id, old.number, old.customer_id, old.invoice_date, old.due_date, old.currency, old.subtotal,
      old.tax_total, old.total, old.taxes, old.sale_id, old.recurring_invoice_id, old.period_start, old.period_end,
      old.source, old.portal_secret, old.po_number,
      old.prices_include_tax, old.discounts, old.charges, old.discount_total, old.charge_total, old.withholding, old.withholding_amount,
      old.external_id, old.notes, old.metadata, old.created_at, old.issued_at, false))
  then
    raise exception using
      errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
      message = 'update of invoices refused: what is issued never changes',
      hint = 'Correct it with a credit note and a new invoice.';
  end if;
  if record_image_ne(
    row(new.customer_snapshot, new.supplier_snapshot), row(old.customer_snapshot, old.supplier_snapshot))
    and not (old.status <> 'void' and new.status = old.status and new.fiscal_status = old.fiscal_status
      and new.customer_snapshot -> 'kind' is not distinct from old.customer_snapshot -> 'kind'
      and (old.fiscal_status = 'rejected' or (old.fiscal_status = 'none'
        and only_fills(old.customer_snapshot, new.customer_snapshot)
        and only_fills(old.supplier_snapshot, new.supplier_snapshot))))
  then
    raise exception using
      errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
      message = 'update of invoices refused: the parties of an issued invoice are fixed',
      hint = 'Empty fields can be filled while fiscal_status is none, and all but kind can change while it is rejected.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_accounting_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invoices set accounting_currency = old.currency
  where company_id = new.id and status <> 'draft' and accounting_currency is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'account % is confirmed, and stays so', old.id
    using errcode = 'check_violation', constraint = 'users_confirmation_stays', table = 'users';
end
$function$;

CREATE OR REPLACE FUNCTION public.move_recurring_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update recurring_invoices set next_run_at = next_date::timestamp at time zone new.time_zone
  where company_id = new.id and status = 'active';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_invoice_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_totals (company_id, kind, currency, period_start, fiscal_status, amount, count)
  select company_id, kind, currency, day::timestamp at time zone 'utc', fiscal_status, sum(amount), sum(count) from (
    select owed.company_id, 'owed' as kind, owed.currency,
      case when owed.balance > owed.withheld then owed.due_date else 'infinity' end as day, '' as fiscal_status,
      owed.sign * owed.balance as amount, owed.sign as count
    from (
      select old.company_id, old.status, old.currency, old.due_date, -1 as sign,
        old.total + old.credit_applied_elsewhere - old.amount_credited - old.amount_paid - old.credit_applied as balance,
        greatest(old.withholding_amount - old.withholding_recorded, 0) as withheld
      union all
      select new.company_id, new.status, new.currency, new.due_date, 1,
        new.total + new.credit_applied_elsewhere - new.amount_credited - new.amount_paid - new.credit_applied,
        greatest(new.withholding_amount - new.withholding_recorded, 0)
    ) owed where owed.status in ('open', 'partially_paid')
    union all
    select old.company_id, 'invoiced', old.currency, old.invoice_date, old.fiscal_status, -old.total, -1
    where old.status not in ('draft', 'void')
    union all
    select new.company_id, 'invoiced', new.currency, new.invoice_date, new.fiscal_status, new.total, 1
    where new.status not in ('draft', 'void')
  ) changes
  group by company_id, kind, currency, day, fiscal_status having sum(amount) <> 0 or sum(count) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_payment_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.customer_id := (
    select i.customer_id from invoices i where i.company_id = new.company_id and i.id = new.invoice_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_payment_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_totals (company_id, kind, currency, period_start, amount, count)
  values (new.company_id, 'received', new.currency,
    date_bin('15 minutes', new.paid_at, timestamptz '2000-01-01 00:00Z'), -new.amount, -1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_payment_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_totals (company_id, kind, currency, period_start, amount, count)
  values (new.company_id, 'received', new.currency,
    date_bin('15 minutes', new.paid_at, timestamptz '2000-01-01 00:00Z'), new.amount, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_write_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  written numeric := case new.status when 'uncollectible' then
      new.total + new.credit_applied_elsewhere - new.amount_credited - new.amount_paid - new.credit_applied else 0 end
    - case old.status when 'uncollectible' then
      old.total + old.credit_applied_elsewhere - old.amount_credited - old.amount_paid - old.credit_applied else 0 end;
begin
  if written <> 0 then
    insert into invoice_write_offs (company_id, invoice_id, amount, created_at)
    values (new.company_id, new.id, written, new.updated_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.only_fills(was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return not exists (
    select from jsonb_each(was) field
    where case jsonb_typeof(field.value)
      when 'object' then not only_fills(field.value, becomes -> field.key)
      else btrim(coalesce(field.value #>> '{}', ''), e' \t\r\n') <> '' and field.value is distinct from becomes -> field.key end);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('credit_notes', 'credit_note_lines')
    and current_setting('billfold.erasing', true) = 'on'
  then
    if to_jsonb(new) - array['number_key', 'reason', 'discounts', 'charges', 'fiscal', 'description', 'exemption_reason',
        'metadata']
      = to_jsonb(old) - array['number_key', 'reason', 'discounts', 'charges', 'fiscal', 'description', 'exemption_reason',
        'metadata']
    then
      return new;
    end if;
  end if;
  raise exception using
    errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
    message = format('%s of %s refused: what is issued never changes', lower(tg_op), tg_table_name),
    hint = 'Correct it with a credit note and a new invoice.';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_large_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'metadata of % has % bytes', tg_table_name, octet_length(new.metadata::text)
    using errcode = 'check_violation', constraint = tg_table_name || '_metadata_size';
end $function$;

CREATE OR REPLACE FUNCTION public.require_confirmed_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from users where id = new.user_id and email_verified) then
    raise exception 'account % is not confirmed', new.user_id
      using errcode = 'check_violation', constraint = tg_table_name || '_confirmed', table = tg_table_name;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_key(original text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(original) = char_length(original)) THEN lower(original) ELSE replace(replace(replace(replace(lower(translate(regexp_replace(NORMALIZE(original, NFD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]'::text, ''::text, 'g'::text), 'ĐđÐðØøŁłıĦħŦŧƁɓƊɗƉɖƘƙƳƴƐɛƆɔŊŋƑƒƔɣƲʋÆŒÞẞ’‘ʼ'::text, 'ddddoollihhttbbddddkkyyeeoonnffggvvæœþß'''''''::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END;

create aggregate chained_hash(head bytea, sequence bigint, body_hash bytea) (sfunc = chain_step, stype = bytea);

create table api_keys (
  company_id bigint not null,
  app_id text not null,
  secret_hash bytea not null,
  secret_used_at timestamp(3) with time zone,
  previous_secret_hash bytea,
  previous_valid_until timestamp(3) with time zone,
  rotation_grace_seconds integer default 86400 not null,
  scopes text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone not null,
  rotated_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  scopes_last_used_at jsonb default '{}'::jsonb not null,
  scopes_granted_at jsonb default '{}'::jsonb not null,
  name text,
  secret_stored_at timestamp(3) with time zone,
  allowed_ips text[] default '{}'::text[] not null,
  expires_at timestamp(3) with time zone,
  strict boolean default false not null,
  post_rate integer,
  constraint api_keys_pkey PRIMARY KEY (company_id, app_id),
  constraint api_keys_allowed_ips_are_bounded CHECK (cardinality(allowed_ips) <= 50),
  constraint api_keys_name_is_in_range CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint api_keys_post_rate_is_in_range CHECK (post_rate >= 1 AND post_rate <= 10000),
  constraint api_keys_rotation_grace_seconds_is_in_range CHECK (rotation_grace_seconds >= 0 AND rotation_grace_seconds <= 604800)
);
CREATE UNIQUE INDEX api_keys_app_id ON api_keys USING btree (app_id);
comment on column api_keys.secret_used_at is 'first use of the current secret: starts the grace period of the one before it';
comment on column api_keys.allowed_ips is 'addresses and networks that the key may be used from; empty means everywhere';
comment on column api_keys.strict is 'whether unknown fields and parameters are refused instead of ignored';
comment on column api_keys.post_rate is 'POST requests per second, if the company limits the key below its plan';

create table audit_entries (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  created_at timestamp(3) with time zone not null,
  actor_type text not null,
  actor_id text,
  action text not null,
  subject text,
  details jsonb default '{}'::jsonb not null,
  request_id text,
  address text,
  constraint audit_entries_pkey PRIMARY KEY (company_id, id),
  constraint audit_entries_actor_type_is_known CHECK (actor_type = ANY (ARRAY['key'::text, 'user'::text, 'operator'::text, 'command_line'::text, 'system'::text])),
  constraint audit_entries_details_is_an_object CHECK (jsonb_typeof(details) = 'object'::text)
);
CREATE INDEX audit_entries_by_action ON audit_entries USING btree (company_id, action, created_at DESC, id DESC) WHERE id > 0;
CREATE INDEX audit_entries_by_actor ON audit_entries USING btree (company_id, actor_id, created_at DESC, id DESC) WHERE id > 0;
CREATE INDEX audit_entries_by_subject ON audit_entries USING btree (company_id, subject, created_at DESC, id DESC) WHERE id > 0;
CREATE INDEX audit_entries_list ON audit_entries USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX audit_entries_request ON audit_entries USING btree (request_id) WHERE request_id IS NOT NULL;

create table books_checks (
  company_id bigint not null,
  started_at timestamp(3) with time zone not null,
  checked_at timestamp(3) with time zone,
  events bigint default 0 not null,
  differences integer default 0 not null,
  found jsonb default '[]'::jsonb not null,
  constraint books_checks_pkey PRIMARY KEY (company_id)
);
CREATE INDEX books_checks_different ON books_checks USING btree (company_id) WHERE differences > 0;
comment on column books_checks.found is 'the first differences: record, field, what the events say, what the table says';

create table checkpoint_keys (
  id bigint generated by default as identity not null,
  public_key text not null,
  private_key text not null,
  signs_from timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint checkpoint_keys_pkey PRIMARY KEY (id)
);
comment on table checkpoint_keys is 'the keys of this installation; older ones stay, because what they signed stays';
comment on column checkpoint_keys.private_key is 'encrypted';
comment on column checkpoint_keys.signs_from is 'a key is published before it signs';

create table checkpoint_mails (
  company_id bigint not null,
  recipient text,
  updated_at timestamp(3) with time zone not null,
  constraint checkpoint_mails_pkey PRIMARY KEY (company_id),
  constraint checkpoint_mails_recipient_has_3_to_254_characters CHECK (length(recipient) >= 3 AND length(recipient) <= 254)
);
comment on column checkpoint_mails.recipient is 'null: all owners';

create table checkpoints (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  sequence bigint not null,
  hash bytea not null,
  key_id bigint not null,
  signature bytea not null,
  created_at timestamp(3) with time zone not null,
  documents bigint,
  documents_hash text,
  constraint checkpoints_pkey PRIMARY KEY (company_id, id),
  constraint checkpoints_hash_has_32_bytes CHECK (octet_length(hash) = 32)
);
CREATE INDEX checkpoints_newest ON checkpoints USING btree (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX checkpoints_sequence ON checkpoints USING btree (company_id, sequence);
comment on column checkpoints.created_at is 'when it was signed; part of what is signed';
comment on column checkpoints.documents is 'how many hashes of documents it covers; null where none was sealed';
comment on column checkpoints.documents_hash is 'the hash of the last of them, by document_hashes.hash';

create table companies (
  id bigint generated by default as identity not null,
  name text not null,
  status text default 'pending'::text not null,
  email text not null,
  phone text,
  tax_id text,
  registration_number text,
  address jsonb default '{}'::jsonb not null,
  country text default 'NG'::text not null,
  currency text default 'NGN'::text not null,
  time_zone text default 'Africa/Lagos'::text not null,
  payment_terms_days integer default 30 not null,
  invoice_series text default 'INV'::text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  suspended_at timestamp(3) with time zone,
  gateway text,
  refused_at timestamp(3) with time zone,
  status_reason text,
  language text default 'en'::text not null,
  prices_include_tax boolean default false not null,
  clock_offset_ms bigint default 0 not null,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_address_is_an_object CHECK (jsonb_typeof(address) = 'object'::text),
  constraint companies_approved_unless_pending_or_refused CHECK ((status = ANY (ARRAY['pending'::text, 'refused'::text])) OR approved_at IS NOT NULL),
  constraint companies_clock_is_ahead CHECK (clock_offset_ms >= 0),
  constraint companies_country_is_a_code CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint companies_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint companies_gateway_is_known CHECK (gateway = ANY (ARRAY['sandbox'::text, 'paystack'::text, 'stripe'::text, 'none'::text])),
  constraint companies_invoice_series_is_well_formed CHECK (invoice_series ~ '^([A-Z0-9][A-Z0-9-]{0,18})?[A-Z]$'::text),
  constraint companies_language_is_known CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint companies_name_has_1_to_200_characters CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint companies_payment_terms_days_is_in_range CHECK (payment_terms_days >= 0 AND payment_terms_days <= 365),
  constraint companies_status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'refused'::text]))
);
CREATE INDEX companies_status ON companies USING btree (status, created_at DESC, id DESC);
CREATE INDEX companies_with_moved_clock ON companies USING btree (id) WHERE clock_offset_ms > 0;
CREATE TRIGGER companies_keep_accounting_currency AFTER UPDATE OF currency ON companies FOR EACH ROW WHEN (old.currency IS DISTINCT FROM new.currency) EXECUTE FUNCTION keep_accounting_currency();
CREATE TRIGGER companies_move_recurring_invoices AFTER UPDATE OF time_zone ON companies FOR EACH ROW WHEN (old.time_zone IS DISTINCT FROM new.time_zone) EXECUTE FUNCTION move_recurring_invoices();
comment on column companies.clock_offset_ms is 'by how much its time is ahead of the real one';

create table company_counters (
  company_id bigint not null,
  event_sequence bigint default 0 not null,
  usage_month date default '1970-01-01'::date not null,
  invoices_used integer default 0 not null,
  payment_links_used integer default 0 not null,
  chained_sequence bigint default 0 not null,
  chain_hash bytea default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea not null,
  checkpoint_sequence bigint default 0 not null,
  checkpoint_at timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  constraint company_counters_pkey PRIMARY KEY (company_id)
) with (fillfactor = 50);
comment on column company_counters.chained_sequence is 'the last event that has a hash; new events get one at once while this is the last event';
comment on column company_counters.chain_hash is 'the hash of that event; 32 zero bytes before the first';
comment on column company_counters.checkpoint_sequence is 'the event of the last checkpoint';

create table credit_applications (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  credit_note_id bigint not null,
  invoice_id bigint not null,
  amount numeric not null,
  created_at timestamp(3) with time zone not null,
  constraint credit_applications_pkey PRIMARY KEY (company_id, id),
  constraint credit_applications_amount_is_positive CHECK (amount > 0::numeric)
);
CREATE INDEX credit_applications_by_credit_note ON credit_applications USING btree (company_id, credit_note_id);
CREATE INDEX credit_applications_by_date ON credit_applications USING btree (company_id, created_at) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX credit_applications_by_invoice ON credit_applications USING btree (company_id, invoice_id);
comment on table credit_applications is 'which credit note paid how much of which other invoice';

create table credit_note_lines (
  company_id bigint not null,
  credit_note_id bigint not null,
  id bigint generated by default as identity not null,
  description text not null,
  quantity numeric not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  tax_category text not null,
  exemption_reason text,
  product_id bigint,
  unit_code text not null,
  hs_code text,
  service_code text,
  net_amount numeric not null,
  tax_amount numeric not null,
  total_amount numeric not null,
  discounts jsonb,
  charges jsonb,
  gross_amount numeric,
  discount_amount numeric default 0 not null,
  charge_amount numeric default 0 not null,
  constraint credit_note_lines_pkey PRIMARY KEY (company_id, credit_note_id, id),
  constraint credit_note_lines_discounts_and_charges_are_not_negative CHECK (discount_amount >= 0::numeric AND charge_amount >= 0::numeric AND net_amount >= 0::numeric),
  constraint credit_note_lines_quantity_is_positive CHECK (quantity > 0::numeric),
  constraint credit_note_lines_tax_rate_is_in_range CHECK (tax_rate >= 0::numeric AND tax_rate <= 100::numeric),
  constraint credit_note_lines_texts_are_bounded CHECK (char_length(description) <= 2000 AND char_length(exemption_reason) <= 500),
  constraint credit_note_lines_total_is_net_plus_tax CHECK (total_amount = (net_amount + tax_amount)),
  constraint credit_note_lines_unit_price_is_not_negative CHECK (unit_price >= 0::numeric)
);
CREATE TRIGGER credit_note_lines_added AFTER INSERT ON credit_note_lines REFERENCING NEW TABLE AS changed_lines FOR EACH STATEMENT EXECUTE FUNCTION guard_credit_note_lines();
CREATE TRIGGER credit_note_lines_are_fixed BEFORE DELETE OR UPDATE ON credit_note_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_note_lines_are_not_emptied BEFORE TRUNCATE ON credit_note_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_issued();

create table credit_notes (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  number text not null,
  number_key text generated always as (upper(regexp_replace(number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) stored,
  invoice_id bigint not null,
  currency text not null,
  subtotal numeric not null,
  tax_total numeric not null,
  total numeric not null,
  taxes jsonb not null,
  reason text,
  issued_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  irn text,
  fiscal_status text default 'none'::text not null,
  fiscal jsonb,
  prices_include_tax boolean default false not null,
  discounts jsonb,
  charges jsonb,
  discount_total numeric default 0 not null,
  charge_total numeric default 0 not null,
  accounting_currency text,
  exchange_rate numeric,
  tax_total_accounting numeric,
  total_accounting numeric,
  sent_at timestamp(3) with time zone,
  metadata jsonb default '{}'::jsonb not null,
  constraint credit_notes_pkey PRIMARY KEY (company_id, id),
  constraint credit_notes_accounting_amounts_have_a_rate CHECK (
CASE
    WHEN exchange_rate IS NULL THEN num_nonnulls(tax_total_accounting, total_accounting) = 0
    ELSE exchange_rate > 0::numeric AND num_nulls(accounting_currency, tax_total_accounting, total_accounting) = 0
END),
  constraint credit_notes_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint credit_notes_discounts_and_charges_are_not_negative CHECK (discount_total >= 0::numeric AND charge_total >= 0::numeric),
  constraint credit_notes_fiscal_status_is_known CHECK (fiscal_status = ANY (ARRAY['none'::text, 'pending'::text, 'registered'::text, 'rejected'::text, 'cancelled'::text])),
  constraint credit_notes_subtotal_is_not_negative CHECK (subtotal >= 0::numeric),
  constraint credit_notes_tax_total_is_not_negative CHECK (tax_total >= 0::numeric),
  constraint credit_notes_total_adds_up CHECK (total = (subtotal - discount_total + charge_total + tax_total)),
  constraint credit_notes_total_is_positive CHECK (total > 0::numeric)
);
CREATE INDEX credit_notes_by_fiscal_status ON credit_notes USING btree (company_id, fiscal_status, created_at DESC, id DESC) WHERE fiscal_status IS NOT NULL;
CREATE INDEX credit_notes_by_invoice ON credit_notes USING btree (company_id, invoice_id, created_at DESC, id DESC) WHERE invoice_id IS NOT NULL;
CREATE INDEX credit_notes_by_metadata ON credit_notes USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX credit_notes_newest ON credit_notes USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX credit_notes_number ON credit_notes USING btree (company_id, number_key) WHERE number_key IS NOT NULL;
CREATE TRIGGER credit_notes_accounting_is_fixed BEFORE UPDATE ON credit_notes FOR EACH ROW WHEN (record_image_ne(ROW(new.accounting_currency, new.exchange_rate, new.tax_total_accounting, new.total_accounting), ROW(old.accounting_currency, old.exchange_rate, old.tax_total_accounting, old.total_accounting))) EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_notes_adjustments_are_fixed BEFORE UPDATE ON credit_notes FOR EACH ROW WHEN (record_image_ne(ROW(new.prices_include_tax, new.discounts, new.charges, new.discount_total, new.charge_total), ROW(old.prices_include_tax, old.discounts, old.charges, old.discount_total, old.charge_total))) EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_notes_are_kept BEFORE DELETE ON credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_notes_are_not_emptied BEFORE TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_notes_content_is_fixed BEFORE UPDATE ON credit_notes FOR EACH ROW WHEN (record_image_ne(ROW(new.company_id, new.id, new.number, new.invoice_id, new.currency, new.subtotal, new.tax_total, new.total, new.taxes, new.reason, new.issued_at, new.created_at), ROW(old.company_id, old.id, old.number, old.invoice_id, old.currency, old.subtotal, old.tax_total, old.total, old.taxes, old.reason, old.issued_at, old.created_at))) EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_notes_metadata_is_fixed BEFORE UPDATE OF metadata ON credit_notes FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata) EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER credit_notes_metadata_size_new BEFORE INSERT ON credit_notes FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();

create table customers (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  name text not null,
  email text,
  phone text,
  kind text not null,
  tax_id text,
  registration_number text,
  address jsonb,
  external_id text,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  name_key text generated always as (' '::text || search_key(name)) stored,
  language text,
  default_discount_percent numeric,
  withholding_rate numeric,
  reminders_paused boolean default false not null,
  constraint customers_pkey PRIMARY KEY (company_id, id),
  constraint customers_address_is_an_object CHECK (jsonb_typeof(address) = 'object'::text),
  constraint customers_default_discount_percent_is_in_range CHECK (default_discount_percent >= 0::numeric AND default_discount_percent <= 100::numeric),
  constraint customers_kind_is_known CHECK (kind = ANY (ARRAY['business'::text, 'consumer'::text, 'government'::text])),
  constraint customers_language_is_known CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint customers_metadata_is_an_object CHECK (jsonb_typeof(metadata) = 'object'::text),
  constraint customers_name_has_1_to_200_characters CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint customers_withholding_rate_is_in_range CHECK (withholding_rate > 0::numeric AND withholding_rate <= 100::numeric)
);
CREATE INDEX customers_by_email ON customers USING btree (company_id, lower(email), created_at DESC, id DESC) WHERE email IS NOT NULL;
CREATE INDEX customers_by_metadata ON customers USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX customers_by_name ON customers USING btree (company_id, name_key COLLATE "C", id DESC) WHERE id > 0;
CREATE INDEX customers_by_phone_digits ON customers USING btree (company_id, translate(phone, ' +()-./'::text, ''::text), created_at DESC, id DESC) WHERE phone IS NOT NULL;
CREATE INDEX customers_by_tax_id ON customers USING btree (company_id, tax_id, created_at DESC, id DESC) WHERE tax_id IS NOT NULL;
CREATE UNIQUE INDEX customers_external_id ON customers USING btree (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX customers_newest ON customers USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX customers_search ON customers USING gin (company_id, name_key gin_trgm_ops);
CREATE TRIGGER customers_metadata_size_changed BEFORE UPDATE OF metadata ON customers FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER customers_metadata_size_new BEFORE INSERT ON customers FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
comment on column customers.withholding_rate is 'the rate of new invoices that say nothing of it, in percent';

create table document_hashes (
  company_id bigint not null,
  sha256 text not null,
  kind text not null,
  record_id bigint not null,
  given_out_at timestamp(3) with time zone not null,
  "position" bigint,
  hash text,
  constraint document_hashes_pkey PRIMARY KEY (company_id, sha256, kind, record_id),
  constraint document_hashes_kind_is_known CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'quote'::text, 'receipt'::text, 'statement'::text, 'report'::text])),
  constraint document_hashes_sha256_is_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
CREATE UNIQUE INDEX document_hashes_by_position ON document_hashes USING btree (company_id, "position") WHERE "position" IS NOT NULL;
CREATE INDEX document_hashes_by_record ON document_hashes USING btree (company_id, kind, record_id, given_out_at DESC);
CREATE INDEX document_hashes_unchained ON document_hashes USING btree (company_id) WHERE "position" IS NULL;
comment on table document_hashes is 'the hash of every PDF that was given out, and when it first was';
comment on column document_hashes.record_id is 'of a receipt its payment, of a statement its customer; 0 for a report';
comment on column document_hashes.hash is 'SHA-256 of the hash at the position before and of this row';

create table document_logos (
  company_id bigint not null,
  png bytea not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  updated_at timestamp(3) with time zone not null,
  constraint document_logos_pkey PRIMARY KEY (company_id),
  constraint document_logos_height_is_bounded CHECK (height >= 1 AND height <= 168),
  constraint document_logos_png_is_bounded CHECK (octet_length(png) >= 1 AND octet_length(png) <= 524288),
  constraint document_logos_sha256_is_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint document_logos_width_is_bounded CHECK (width >= 1 AND width <= 540)
);
comment on table document_logos is 'the logo on a company''s documents and pages';

create table document_seals (
  company_id bigint not null,
  sealed text not null,
  constraint document_seals_pkey PRIMARY KEY (company_id)
);
comment on column document_seals.sealed is 'the last position and its hash, encrypted: only the service can extend the chain';

create table document_settings (
  company_id bigint not null,
  accent_colour text,
  footer text,
  bank_accounts jsonb default '[]'::jsonb not null,
  updated_at timestamp(3) with time zone not null,
  embedded_xml text default 'ubl'::text not null,
  constraint document_settings_pkey PRIMARY KEY (company_id),
  constraint document_settings_accent_colour_is_hex CHECK (accent_colour ~ '^#[0-9a-f]{6}$'::text),
  constraint document_settings_bank_accounts_are_bounded CHECK (
CASE
    WHEN jsonb_typeof(bank_accounts) = 'array'::text THEN jsonb_array_length(bank_accounts) <= 20
    ELSE false
END),
  constraint document_settings_embedded_xml_is_known CHECK (embedded_xml = ANY (ARRAY['ubl'::text, 'factur_x'::text])),
  constraint document_settings_footer_is_bounded CHECK (length(footer) >= 1 AND length(footer) <= 300)
);
comment on table document_settings is 'the look of a company''s documents, and its bank accounts on them';

create table events (
  company_id bigint not null,
  sequence bigint not null,
  type text not null,
  created_at timestamp(3) with time zone not null,
  body text not null,
  salt bytea,
  body_hash bytea,
  hash bytea,
  constraint events_pkey PRIMARY KEY (company_id, sequence)
) with (toast_tuple_target = 8160);
alter table events alter column body set storage external;
CREATE INDEX events_by_type ON events USING btree (company_id, type, sequence) WHERE type IS NOT NULL;
CREATE INDEX events_created ON events USING brin (created_at);
comment on column events.body_hash is 'SHA-256 of the 16 bytes of the salt and the bytes of the body';
comment on column events.hash is 'SHA-256 of the previous event''s hash, the sequence as 8 bytes and body_hash';

create table exchange_rates (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  accounting_currency text not null,
  currency text not null,
  date date not null,
  rate numeric not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint exchange_rates_pkey PRIMARY KEY (company_id, id),
  constraint exchange_rates_accounting_currency_has_3_letters CHECK (accounting_currency ~ '^[A-Z]{3}$'::text),
  constraint exchange_rates_currencies_differ CHECK (currency <> accounting_currency),
  constraint exchange_rates_currency_has_3_letters CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint exchange_rates_rate_is_positive CHECK (rate > 0::numeric)
);
CREATE INDEX exchange_rates_by_currency ON exchange_rates USING btree (company_id, currency, created_at DESC, id DESC) WHERE currency IS NOT NULL;
CREATE INDEX exchange_rates_by_date ON exchange_rates USING btree (company_id, date) WHERE date > '-infinity'::date;
CREATE INDEX exchange_rates_newest ON exchange_rates USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX exchange_rates_once_a_day ON exchange_rates USING btree (company_id, accounting_currency, currency, date);
comment on table exchange_rates is 'what a currency was worth in the accounting currency on a day, as the company says';

create table finished_imports (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  user_id bigint not null,
  kind text not null,
  file_name text not null,
  created integer not null,
  updated integer not null,
  failed integer not null,
  created_at timestamp(3) with time zone not null,
  constraint finished_imports_pkey PRIMARY KEY (company_id, id),
  constraint finished_imports_created_is_not_negative CHECK (created >= 0),
  constraint finished_imports_failed_is_not_negative CHECK (failed >= 0),
  constraint finished_imports_file_name_has_1_to_200_characters CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  constraint finished_imports_kind_is_known CHECK (kind = ANY (ARRAY['customers'::text, 'products'::text])),
  constraint finished_imports_updated_is_not_negative CHECK (updated >= 0)
);

create table fiscal_calls (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  fiscal_document_id bigint not null,
  operation text not null,
  called_at timestamp(3) with time zone not null,
  duration_ms integer not null,
  http_status integer,
  code text,
  request text not null,
  response text not null,
  constraint fiscal_calls_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX fiscal_calls_by_document ON fiscal_calls USING btree (company_id, fiscal_document_id, id) WHERE fiscal_document_id IS NOT NULL;
CREATE INDEX fiscal_calls_called ON fiscal_calls USING brin (called_at) WITH (autosummarize='on');

create table fiscal_documents (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  invoice_id bigint,
  environment text not null,
  adapter text not null,
  document_key text not null,
  document text not null,
  hash text not null,
  state text not null,
  handle text,
  irn text,
  outcome jsonb,
  calls integer default 0 not null,
  last_call_at timestamp(3) with time zone,
  lease_until timestamp(3) with time zone,
  next_action_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  credit_note_id bigint,
  cancel_reason text,
  account text default ''::text not null,
  failures integer default 0 not null,
  report_after timestamp(3) with time zone,
  report_failures integer default 0 not null,
  constraint fiscal_documents_pkey PRIMARY KEY (company_id, id),
  constraint fiscal_documents_cancellation_has_a_reason CHECK (state <> 'cancelling'::text OR cancel_reason IS NOT NULL),
  constraint fiscal_documents_environment_is_known CHECK (environment = ANY (ARRAY['sandbox'::text, 'staging'::text, 'production'::text])),
  constraint fiscal_documents_invoice_or_credit_note CHECK (num_nonnulls(invoice_id, credit_note_id) = 1),
  constraint fiscal_documents_irn_only_once_accepted CHECK ((state = ANY (ARRAY['accepted'::text, 'cancelling'::text, 'cancelled'::text])) = (irn IS NOT NULL)),
  constraint fiscal_documents_state_is_known CHECK (state = ANY (ARRAY['queued'::text, 'submitting'::text, 'unknown'::text, 'pending'::text, 'accepted'::text, 'cancelling'::text, 'rejected'::text, 'cancelled'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX fiscal_documents_credit_note ON fiscal_documents USING btree (credit_note_id, company_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX fiscal_documents_due ON fiscal_documents USING btree (next_action_at) WHERE next_action_at IS NOT NULL;
CREATE UNIQUE INDEX fiscal_documents_invoice ON fiscal_documents USING btree (invoice_id, company_id) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX fiscal_documents_key ON fiscal_documents USING btree (company_id, environment, adapter, document_key) WHERE environment IS NOT NULL;

create table fiscal_integrations (
  company_id bigint not null,
  environment text not null,
  adapter text not null,
  base_url text,
  business_id text,
  service_id text,
  secrets text not null,
  checked_at timestamp(3) with time zone,
  refusal text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  account text generated always as ((((((adapter || ' '::text) || COALESCE(base_url, ''::text)) || ' '::text) || COALESCE(business_id, ''::text)) || ' '::text) || COALESCE(service_id, ''::text)) stored,
  constraint fiscal_integrations_pkey PRIMARY KEY (company_id, environment),
  constraint fiscal_integrations_environment_is_known CHECK (environment = ANY (ARRAY['sandbox'::text, 'staging'::text, 'production'::text]))
);

create table gateway_accounts (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  gateway text not null,
  base_url text,
  credentials text not null,
  created_at timestamp(3) with time zone not null,
  disputes_polled_at timestamp(3) with time zone,
  next_dispute_poll_at timestamp(3) with time zone default '2000-01-01 00:00:00+00'::timestamp with time zone,
  constraint gateway_accounts_pkey PRIMARY KEY (company_id, id),
  constraint gateway_accounts_gateway_is_known CHECK (gateway = ANY (ARRAY['sandbox'::text, 'paystack'::text, 'stripe'::text]))
);
CREATE UNIQUE INDEX gateway_accounts_default_sandbox ON gateway_accounts USING btree (company_id) WHERE gateway = 'sandbox'::text AND base_url IS NULL;
CREATE INDEX gateway_accounts_dispute_poll_due ON gateway_accounts USING btree (next_dispute_poll_at) WHERE next_dispute_poll_at IS NOT NULL;
CREATE INDEX gateway_accounts_newest ON gateway_accounts USING btree (company_id, gateway, id DESC) WHERE gateway IS NOT NULL;

create table idempotency_keys (
  company_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body_start text,
  event_sequence bigint,
  body text not null,
  created_at timestamp(3) with time zone not null,
  encrypted boolean default false not null,
  request_id text collate "C",
  constraint idempotency_keys_pkey PRIMARY KEY (company_id, key),
  constraint idempotency_keys_body_start_needs_an_event CHECK ((body_start IS NULL) = (event_sequence IS NULL)),
  constraint idempotency_keys_key_has_1_to_255_characters CHECK (length(key) >= 1 AND length(key) <= 255)
) with (toast_tuple_target = 8160);
alter table idempotency_keys alter column body set storage external;
CREATE INDEX idempotency_keys_created ON idempotency_keys USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX idempotency_keys_encrypted ON idempotency_keys USING btree (company_id, key) WHERE encrypted;
CREATE INDEX idempotency_keys_request ON idempotency_keys USING btree (company_id, request_id) WHERE request_id IS NOT NULL;
comment on column idempotency_keys.request_id is 'null: stored by a version before this column';

create table imports (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  user_id bigint not null,
  kind text not null,
  file_name text not null,
  csv text,
  status text not null,
  rows integer not null,
  done integer default 0 not null,
  created integer default 0 not null,
  updated integer default 0 not null,
  unchanged integer default 0 not null,
  errors jsonb default '[]'::jsonb not null,
  errors_total integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint imports_pkey PRIMARY KEY (company_id, id),
  constraint imports_created_is_not_negative CHECK (created >= 0),
  constraint imports_csv_exists_while_running CHECK ((csv IS NOT NULL) = (status = 'running'::text)),
  constraint imports_csv_has_at_most_1048576_characters CHECK (length(csv) <= 1048576),
  constraint imports_done_is_at_most_rows CHECK (done >= 0 AND done <= rows),
  constraint imports_errors_are_a_list CHECK (jsonb_typeof(errors) = 'array'::text),
  constraint imports_errors_total_is_not_negative CHECK (errors_total >= 0),
  constraint imports_file_name_has_1_to_200_characters CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  constraint imports_kind_is_known CHECK (kind = ANY (ARRAY['customers'::text, 'products'::text])),
  constraint imports_rows_are_not_negative CHECK (rows >= 0),
  constraint imports_status_is_known CHECK (status = ANY (ARRAY['running'::text, 'finished'::text, 'discarded'::text])),
  constraint imports_unchanged_is_not_negative CHECK (unchanged >= 0),
  constraint imports_updated_is_not_negative CHECK (updated >= 0)
);
CREATE INDEX imports_by_age ON imports USING btree (updated_at);
comment on column imports.csv is 'the file, deleted at the end';
comment on column imports.done is 'how many rows are behind us, those with errors included';

create table installation (
  is_only boolean default true not null,
  quiet_because text,
  cluster_identifier text,
  database_oid bigint,
  data_folder text,
  timeline integer,
  backup_taken_at timestamp(3) with time zone,
  restored_at timestamp(3) with time zone,
  activated_at timestamp(3) with time zone,
  outbound_rules jsonb,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_has_one_row CHECK (is_only),
  constraint installation_quiet_because_is_known CHECK (quiet_because = ANY (ARRAY['restored'::text, 'deactivated'::text]))
);
comment on column installation.outbound_rules is 'which addresses of webhooks the service takes that started last; null: none has started since this column exists';

create table invitations (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by bigint,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint invitations_pkey PRIMARY KEY (company_id, id),
  constraint invitations_email_is_lower_case CHECK (email = lower(email)),
  constraint invitations_role_is_known CHECK (role = ANY (ARRAY['owner'::text, 'accountant'::text, 'developer'::text, 'viewer'::text])),
  constraint invitations_company_id_email_key UNIQUE (company_id, email),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);

create table invoice_lines (
  company_id bigint not null,
  invoice_id bigint not null,
  id bigint generated by default as identity not null,
  description text not null,
  quantity numeric not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  tax_category text not null,
  exemption_reason text,
  product_id bigint,
  unit_code text not null,
  hs_code text,
  service_code text,
  net_amount numeric not null,
  tax_amount numeric not null,
  total_amount numeric not null,
  discounts jsonb,
  charges jsonb,
  gross_amount numeric,
  discount_amount numeric default 0 not null,
  charge_amount numeric default 0 not null,
  constraint invoice_lines_pkey PRIMARY KEY (company_id, invoice_id, id),
  constraint invoice_lines_discounts_and_charges_are_not_negative CHECK (discount_amount >= 0::numeric AND charge_amount >= 0::numeric AND net_amount >= 0::numeric),
  constraint invoice_lines_quantity_is_positive CHECK (quantity > 0::numeric),
  constraint invoice_lines_tax_rate_is_in_range CHECK (tax_rate >= 0::numeric AND tax_rate <= 100::numeric),
  constraint invoice_lines_texts_are_bounded CHECK (char_length(description) <= 2000 AND char_length(exemption_reason) <= 500),
  constraint invoice_lines_total_is_net_plus_tax CHECK (total_amount = (net_amount + tax_amount)),
  constraint invoice_lines_unit_price_is_not_negative CHECK (unit_price >= 0::numeric)
);
CREATE TRIGGER invoice_lines_added AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS changed_lines FOR EACH STATEMENT EXECUTE FUNCTION guard_invoice_lines();
CREATE TRIGGER invoice_lines_are_not_emptied BEFORE TRUNCATE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER invoice_lines_changed AFTER UPDATE ON invoice_lines REFERENCING OLD TABLE AS changed_lines FOR EACH STATEMENT EXECUTE FUNCTION guard_invoice_lines();
CREATE TRIGGER invoice_lines_moved AFTER UPDATE ON invoice_lines REFERENCING NEW TABLE AS changed_lines FOR EACH STATEMENT EXECUTE FUNCTION guard_invoice_lines();
CREATE TRIGGER invoice_lines_removed AFTER DELETE ON invoice_lines REFERENCING OLD TABLE AS changed_lines FOR EACH STATEMENT EXECUTE FUNCTION guard_invoice_lines();

create table invoice_reminders (
  company_id bigint not null,
  invoice_id bigint not null,
  days integer not null,
  outcome text not null,
  message_id text,
  created_at timestamp(3) with time zone not null,
  constraint invoice_reminders_pkey PRIMARY KEY (company_id, invoice_id, days),
  constraint invoice_reminders_days_are_bounded CHECK (days >= '-60'::integer AND days <= 180),
  constraint invoice_reminders_mailed_have_a_mail CHECK ((outcome = 'mailed'::text) = (message_id IS NOT NULL)),
  constraint invoice_reminders_outcome_is_known CHECK (outcome = ANY (ARRAY['mailed'::text, 'no_address'::text]))
);
comment on column invoice_reminders.days is 'the step: days after the due date, or before it if negative';
comment on column invoice_reminders.message_id is 'the mail, which is deleted long before this';

create table invoice_write_offs (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  invoice_id bigint not null,
  amount numeric not null,
  created_at timestamp(3) with time zone not null,
  constraint invoice_write_offs_pkey PRIMARY KEY (company_id, id),
  constraint invoice_write_offs_amount_is_not_zero CHECK (amount <> 0::numeric)
);
CREATE INDEX invoice_write_offs_by_date ON invoice_write_offs USING btree (company_id, created_at) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX invoice_write_offs_by_invoice ON invoice_write_offs USING btree (company_id, invoice_id);
comment on table invoice_write_offs is 'what is written off of an invoice: the rows of an invoice add up to its balance while it is uncollectible, else to zero';

create table invoices (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  number text,
  number_key text generated always as (upper(regexp_replace(number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) stored,
  status text not null,
  customer_id bigint not null,
  customer_snapshot jsonb,
  supplier_snapshot jsonb,
  invoice_date date not null,
  due_date date not null,
  currency text not null,
  subtotal numeric not null,
  tax_total numeric not null,
  total numeric not null,
  taxes jsonb not null,
  amount_paid numeric default 0 not null,
  amount_credited numeric default 0 not null,
  amount_refunded numeric default 0 not null,
  irn text,
  fiscal_status text default 'none'::text not null,
  fiscal jsonb,
  sale_id bigint,
  source text not null,
  portal_secret text not null,
  external_id text,
  notes text,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  issued_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  voided_at timestamp(3) with time zone,
  overdue_at timestamp(3) with time zone,
  payment_unreported boolean default false not null,
  po_number text,
  prices_include_tax boolean default false not null,
  discounts jsonb,
  charges jsonb,
  discount_total numeric default 0 not null,
  charge_total numeric default 0 not null,
  credit_applied numeric default 0 not null,
  credit_applied_elsewhere numeric default 0 not null,
  recurring_invoice_id bigint,
  period_start date,
  period_end date,
  withholding jsonb,
  withholding_amount numeric default 0 not null,
  withholding_recorded numeric default 0 not null,
  accounting_currency text,
  exchange_rate numeric,
  tax_total_accounting numeric,
  total_accounting numeric,
  sent_at timestamp(3) with time zone,
  viewed_at timestamp(3) with time zone,
  reminders_paused boolean default false not null,
  reminded_at timestamp(3) with time zone,
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_accounting_amounts_have_a_rate CHECK (
CASE
    WHEN exchange_rate IS NULL THEN num_nonnulls(tax_total_accounting, total_accounting) = 0
    ELSE exchange_rate > 0::numeric AND num_nulls(accounting_currency, tax_total_accounting, total_accounting) = 0
END),
  constraint invoices_amount_credited_is_not_negative CHECK (amount_credited >= 0::numeric),
  constraint invoices_amount_paid_is_not_negative CHECK (amount_paid >= 0::numeric),
  constraint invoices_amount_refunded_is_not_negative CHECK (amount_refunded >= 0::numeric),
  constraint invoices_amount_refunded_within_amount_paid CHECK (amount_refunded <= amount_paid),
  constraint invoices_amounts_settled_within_total CHECK (amount_paid <= total AND amount_credited <= total),
  constraint invoices_credit_applied_elsewhere_is_not_negative CHECK (credit_applied_elsewhere >= 0::numeric),
  constraint invoices_credit_applied_within_total CHECK (credit_applied >= 0::numeric AND credit_applied <= total),
  constraint invoices_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint invoices_customer_snapshot_unless_draft CHECK ((status = 'draft'::text) = (customer_snapshot IS NULL)),
  constraint invoices_discounts_and_charges_are_not_negative CHECK (discount_total >= 0::numeric AND charge_total >= 0::numeric),
  constraint invoices_draft_has_no_number CHECK (status <> 'draft'::text OR number IS NULL),
  constraint invoices_due_on_or_after_invoice_date CHECK (due_date >= invoice_date),
  constraint invoices_fiscal_status_is_known CHECK (fiscal_status = ANY (ARRAY['none'::text, 'pending'::text, 'registered'::text, 'rejected'::text, 'cancelled'::text])),
  constraint invoices_issued_has_a_number CHECK ((status = ANY (ARRAY['draft'::text, 'void'::text])) OR number IS NOT NULL),
  constraint invoices_metadata_is_an_object CHECK (jsonb_typeof(metadata) = 'object'::text),
  constraint invoices_notes_are_bounded CHECK (char_length(notes) <= 5000),
  constraint invoices_po_number_is_bounded CHECK (char_length(po_number) <= 50),
  constraint invoices_source_is_known CHECK (source = ANY (ARRAY['api'::text, 'portal'::text, 'site'::text])),
  constraint invoices_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'open'::text, 'partially_paid'::text, 'paid'::text, 'void'::text, 'uncollectible'::text])),
  constraint invoices_subtotal_is_not_negative CHECK (subtotal >= 0::numeric),
  constraint invoices_supplier_snapshot_unless_draft CHECK ((status = 'draft'::text) = (supplier_snapshot IS NULL)),
  constraint invoices_tax_total_is_not_negative CHECK (tax_total >= 0::numeric),
  constraint invoices_total_adds_up CHECK (total = (subtotal - discount_total + charge_total + tax_total)),
  constraint invoices_withholding_amount_within_total CHECK (withholding_amount >= 0::numeric AND withholding_amount <= total AND (withholding IS NOT NULL OR withholding_amount = 0::numeric)),
  constraint invoices_withholding_recorded_is_paid CHECK (withholding_recorded >= 0::numeric AND withholding_recorded <= amount_paid)
);
CREATE INDEX invoices_by_currency_and_status ON invoices USING btree (company_id, currency, status COLLATE "C", fiscal_status COLLATE "C", created_at DESC, id DESC) WHERE currency IS NOT NULL;
CREATE INDEX invoices_by_customer ON invoices USING btree (company_id, customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX invoices_by_customer_and_total ON invoices USING btree (company_id, customer_id, total, created_at DESC, id DESC) WHERE total >= 0::numeric;
CREATE INDEX invoices_by_date ON invoices USING btree (company_id, invoice_date) INCLUDE (currency, total, fiscal_status) WHERE status <> ALL (ARRAY['draft'::text, 'void'::text]);
CREATE INDEX invoices_by_fiscal_and_status ON invoices USING btree (company_id, fiscal_status, status COLLATE "C", created_at DESC, id DESC) WHERE status <> 'draft'::text;
CREATE INDEX invoices_by_metadata ON invoices USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX invoices_by_recurring_invoice ON invoices USING btree (company_id, recurring_invoice_id, created_at DESC, id DESC) WHERE recurring_invoice_id IS NOT NULL;
CREATE INDEX invoices_by_status ON invoices USING btree (company_id, status, created_at DESC, id DESC) WHERE status IS NOT NULL;
CREATE INDEX invoices_credit_by_customer ON invoices USING btree (company_id, customer_id) WHERE (total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied) < 0::numeric;
CREATE UNIQUE INDEX invoices_external_id ON invoices USING btree (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX invoices_issued_by_date ON invoices USING btree (company_id, invoice_date, id) WHERE number IS NOT NULL AND id > 0;
CREATE INDEX invoices_issued_by_due_date ON invoices USING btree (company_id, due_date, id) WHERE number IS NOT NULL AND due_date > '-infinity'::date;
CREATE INDEX invoices_issued_by_total ON invoices USING btree (company_id, total, id) WHERE number IS NOT NULL AND total >= 0::numeric;
CREATE INDEX invoices_newest ON invoices USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX invoices_number ON invoices USING btree (company_id, number_key) WHERE number_key IS NOT NULL;
CREATE INDEX invoices_owed ON invoices USING btree (company_id, customer_id, currency, due_date) INCLUDE (id, total, amount_credited, amount_paid, credit_applied, credit_applied_elsewhere, withholding_amount, withholding_recorded, accounting_currency, exchange_rate) WHERE (status = ANY (ARRAY['open'::text, 'partially_paid'::text])) AND customer_id > 0;
CREATE INDEX invoices_payable ON invoices USING btree (company_id, currency, due_date) WHERE (status = ANY (ARRAY['open'::text, 'partially_paid'::text])) AND currency <> ''::text AND (total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied) > GREATEST(withholding_amount - withholding_recorded, 0::numeric);
CREATE INDEX invoices_payable_falling_due ON invoices USING btree (due_date) WHERE overdue_at IS NULL AND (status = ANY (ARRAY['open'::text, 'partially_paid'::text])) AND due_date > '-infinity'::date AND (total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied) > GREATEST(withholding_amount - withholding_recorded, 0::numeric);
CREATE INDEX invoices_payable_marked ON invoices USING btree (company_id, created_at DESC, id DESC) WHERE overdue_at IS NOT NULL AND (status = ANY (ARRAY['open'::text, 'partially_paid'::text])) AND (total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied) > GREATEST(withholding_amount - withholding_recorded, 0::numeric);
CREATE INDEX invoices_payable_unmarked ON invoices USING btree (company_id, due_date) WHERE overdue_at IS NULL AND (status = ANY (ARRAY['open'::text, 'partially_paid'::text])) AND (total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied) > GREATEST(withholding_amount - withholding_recorded, 0::numeric);
CREATE INDEX invoices_payment_unreported ON invoices USING btree (company_id, id) WHERE payment_unreported;
CREATE UNIQUE INDEX invoices_recurring_period ON invoices USING btree (company_id, recurring_invoice_id, period_start) WHERE recurring_invoice_id IS NOT NULL;
CREATE INDEX invoices_refunded ON invoices USING btree (company_id) WHERE amount_refunded > 0::numeric AND status <> 'draft'::text;
CREATE UNIQUE INDEX invoices_sale ON invoices USING btree (company_id, sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX invoices_voided ON invoices USING btree (company_id, voided_at) WHERE status = 'void'::text AND number IS NOT NULL;
CREATE TRIGGER invoices_accounting_is_fixed BEFORE UPDATE ON invoices FOR EACH ROW WHEN (old.status <> 'draft'::text AND record_image_ne(ROW(new.accounting_currency, new.exchange_rate, new.tax_total_accounting, new.total_accounting), ROW(COALESCE(old.accounting_currency, new.accounting_currency), old.exchange_rate, old.tax_total_accounting, old.total_accounting))) EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER invoices_are_fixed BEFORE UPDATE ON invoices FOR EACH ROW WHEN (old.status <> 'draft'::text) EXECUTE FUNCTION guard_issued_invoice();
CREATE TRIGGER invoices_are_kept BEFORE DELETE ON invoices FOR EACH ROW WHEN (old.status <> 'draft'::text) EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER invoices_are_not_emptied BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER invoices_metadata_size_changed BEFORE UPDATE OF metadata ON invoices FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER invoices_metadata_size_new BEFORE INSERT ON invoices FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER invoices_note_totals_when_added AFTER INSERT ON invoices FOR EACH ROW WHEN (new.status <> 'draft'::text) EXECUTE FUNCTION note_invoice_totals();
CREATE TRIGGER invoices_note_totals_when_changed AFTER UPDATE ON invoices FOR EACH ROW WHEN (new.status <> 'draft'::text AND (old.status IS DISTINCT FROM new.status OR old.amount_paid IS DISTINCT FROM new.amount_paid OR old.amount_credited IS DISTINCT FROM new.amount_credited OR old.fiscal_status IS DISTINCT FROM new.fiscal_status)) EXECUTE FUNCTION note_invoice_totals();
CREATE TRIGGER invoices_note_totals_when_credit_is_applied AFTER UPDATE ON invoices FOR EACH ROW WHEN (new.status <> 'draft'::text AND (old.credit_applied IS DISTINCT FROM new.credit_applied OR old.credit_applied_elsewhere IS DISTINCT FROM new.credit_applied_elsewhere) AND NOT (old.status IS DISTINCT FROM new.status OR old.amount_paid IS DISTINCT FROM new.amount_paid OR old.amount_credited IS DISTINCT FROM new.amount_credited OR old.fiscal_status IS DISTINCT FROM new.fiscal_status)) EXECUTE FUNCTION note_invoice_totals();
CREATE TRIGGER invoices_note_totals_when_deleted AFTER DELETE ON invoices FOR EACH ROW WHEN (old.status <> 'draft'::text) EXECUTE FUNCTION note_invoice_totals();
CREATE TRIGGER invoices_note_write_off AFTER UPDATE ON invoices FOR EACH ROW WHEN (old.status = 'uncollectible'::text OR new.status = 'uncollectible'::text) EXECUTE FUNCTION note_write_off();
CREATE TRIGGER invoices_period_is_fixed BEFORE UPDATE OF recurring_invoice_id, period_start, period_end ON invoices FOR EACH ROW WHEN (old.recurring_invoice_id IS DISTINCT FROM new.recurring_invoice_id OR old.period_start IS DISTINCT FROM new.period_start OR old.period_end IS DISTINCT FROM new.period_end) EXECUTE FUNCTION refuse_change_of_issued();
comment on column invoices.overdue_at is 'when the overdue event was written, so that it is written once';
comment on column invoices.credit_applied is 'credit of other invoices that pays part of this one';
comment on column invoices.credit_applied_elsewhere is 'credit of this invoice that pays part of others';
comment on column invoices.recurring_invoice_id is 'the schedule that it was made by, for the period from period_start';
comment on column invoices.withholding is 'rate and reason; null where the buyer withholds nothing';
comment on column invoices.withholding_amount is 'what the buyer withholds: the rate, on the total without tax';
comment on column invoices.withholding_recorded is 'the payments of the method withholding_tax that were not reversed';
comment on column invoices.exchange_rate is 'units of the accounting currency per unit of the currency of the invoice';
comment on column invoices.sent_at is 'when it was last sent to the buyer by mail';
comment on column invoices.viewed_at is 'when the page for the buyer was first opened';
comment on column invoices.reminded_at is 'when the buyer was last reminded by mail';

create table journal_accounts (
  company_id bigint not null,
  accounts jsonb not null,
  updated_at timestamp(3) with time zone not null,
  constraint journal_accounts_pkey PRIMARY KEY (company_id),
  constraint journal_accounts_accounts_are_an_object CHECK (jsonb_typeof(accounts) = 'object'::text)
);

create table mails (
  id bigint generated by default as identity not null,
  company_id bigint,
  kind text not null,
  recipient text not null,
  language text not null,
  about text,
  subject text not null,
  message_id text not null,
  content text,
  attachments jsonb default '[]'::jsonb not null,
  status text not null,
  attempt_count integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  lease_number integer default 0 not null,
  last_error text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  copies text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_about_has_1_to_300_characters CHECK (length(about) >= 1 AND length(about) <= 300),
  constraint mails_are_retried_while_queued CHECK ((next_attempt_at IS NOT NULL) = (status = 'queued'::text)),
  constraint mails_attachments_are_a_list CHECK (jsonb_typeof(attachments) = 'array'::text),
  constraint mails_content_exists_until_the_end CHECK ((content IS NOT NULL) = (status = ANY (ARRAY['queued'::text, 'kept'::text]))),
  constraint mails_have_an_end CHECK ((ended_at IS NULL) = (status = ANY (ARRAY['queued'::text, 'kept'::text]))),
  constraint mails_kind_is_a_name CHECK (kind ~ '^[a-z][a-z_]{0,39}$'::text),
  constraint mails_language_is_known CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint mails_last_error_has_1_to_500_characters CHECK (length(last_error) >= 1 AND length(last_error) <= 500),
  constraint mails_recipient_has_3_to_254_characters CHECK (length(recipient) >= 3 AND length(recipient) <= 254),
  constraint mails_status_is_known CHECK (status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'expired'::text, 'cancelled'::text, 'kept'::text])),
  constraint mails_subject_has_1_to_500_characters CHECK (length(subject) >= 1 AND length(subject) <= 500),
  constraint mails_message_id_is_unique UNIQUE (message_id)
);
CREATE INDEX mails_about ON mails USING btree (company_id, about, created_at DESC, id DESC) WHERE about IS NOT NULL;
CREATE INDEX mails_by_kind ON mails USING btree (company_id, kind, created_at DESC, id DESC) WHERE kind IS NOT NULL;
CREATE INDEX mails_by_status ON mails USING btree (status, created_at DESC, id DESC);
CREATE INDEX mails_due ON mails USING btree (next_attempt_at) WHERE status = 'queued'::text;
CREATE INDEX mails_of_company ON mails USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX mails_of_company_by_status ON mails USING btree (company_id, status, created_at DESC, id DESC) WHERE id > 0;
comment on column mails.about is 'the record that the mail is about, such as invoice/12';
comment on column mails.message_id is 'the same at every attempt, so that a mail that arrives twice can be recognised';
comment on column mails.content is 'text and HTML, encrypted because of the links; deleted once the mail is sent or has expired';
comment on column mails.attachments is 'references to documents, which are made when the mail is sent';
comment on column mails.status is 'kept: no mail server is configured, and the mail is shown at /mail instead';
comment on column mails.lease_number is 'incremented with every lease, so that a worker that lost its lease records nothing';
comment on column mails.expires_at is 'the mail is not sent after this moment: its link has expired, or two days are over';
comment on column mails.copies is 'the other addresses, in lower case, with ", " between them; null: none, or stored by a version before this column';

create table memberships (
  company_id bigint not null,
  user_id bigint not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone,
  constraint memberships_pkey PRIMARY KEY (company_id, user_id),
  constraint memberships_role_is_known CHECK (role = ANY (ARRAY['owner'::text, 'accountant'::text, 'developer'::text, 'viewer'::text]))
);
CREATE INDEX memberships_user ON memberships USING btree (user_id, company_id);

create table notification_mails (
  company_id bigint not null,
  user_id bigint not null,
  kinds text[] not null,
  last_event bigint not null,
  last_import bigint not null,
  last_delivery bigint not null,
  is_collecting boolean default false not null,
  next_run_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint notification_mails_pkey PRIMARY KEY (company_id, user_id),
  constraint notification_mails_have_a_kind CHECK (cardinality(kinds) > 0),
  constraint notification_mails_kinds_are_known CHECK (kinds <@ ARRAY['payment_received'::text, 'payment_disputed'::text, 'quote_answered'::text, 'registration_failed'::text, 'recurring_invoice_failed'::text, 'mail_failed'::text, 'deliveries_failed'::text, 'endpoint_disabled'::text, 'import_finished'::text])
);
CREATE INDEX notification_mails_due ON notification_mails USING btree (next_run_at);
comment on column notification_mails.last_event is 'the sequence up to which events were mailed, or need not be';
comment on column notification_mails.is_collecting is 'there is something to mail at next_run_at, together with what happens until then';
comment on column notification_mails.next_run_at is 'when to look for new notifications; the transaction that stores a mail moves it';

create table notification_settings (
  company_id bigint not null,
  user_id bigint not null,
  kinds text[] not null,
  read_event bigint default 0 not null,
  read_import bigint default 0 not null,
  updated_at timestamp(3) with time zone not null,
  read_delivery bigint default 0 not null,
  constraint notification_settings_pkey PRIMARY KEY (company_id, user_id),
  constraint notification_settings_kinds_are_known CHECK (kinds <@ ARRAY['payment_received'::text, 'payment_disputed'::text, 'quote_answered'::text, 'registration_failed'::text, 'recurring_invoice_failed'::text, 'mail_failed'::text, 'deliveries_failed'::text, 'endpoint_disabled'::text, 'import_finished'::text])
);
comment on column notification_settings.read_event is 'the sequence of the last event that was read';
comment on column notification_settings.read_delivery is 'when the last failed delivery that was read had failed, in milliseconds since 1970';

create table number_series (
  company_id bigint not null,
  series text not null,
  last_number bigint not null,
  constraint number_series_pkey PRIMARY KEY (company_id, series),
  constraint number_series_series_is_well_formed CHECK (series ~ '^[A-Z0-9]*[A-Z]$'::text)
) with (fillfactor = 50);
comment on column number_series.series is 'letters and digits only, so that A-B and AB share one counter';

create table payment_allocations (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  payment_id bigint not null,
  invoice_id bigint not null,
  amount numeric not null,
  created_at timestamp(3) with time zone not null,
  constraint payment_allocations_pkey PRIMARY KEY (company_id, id),
  constraint payment_allocations_amount_is_positive CHECK (amount > 0::numeric)
);
CREATE INDEX payment_allocations_by_date ON payment_allocations USING btree (company_id, created_at) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX payment_allocations_by_invoice ON payment_allocations USING btree (company_id, invoice_id);
CREATE INDEX payment_allocations_by_payment ON payment_allocations USING btree (company_id, payment_id);
comment on table payment_allocations is 'what a payment has paid of other invoices than its own; what it has paid of its own is the rest of its allocated amount';

create table payment_attempts (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  payment_link_id bigint not null,
  gateway text not null,
  gateway_account_id bigint not null,
  reference text not null,
  amount numeric not null,
  currency text not null,
  status text default 'starting'::text not null,
  session text,
  page_url text,
  reason text,
  payment_id bigint,
  poll_count integer default 0 not null,
  last_polled_at timestamp(3) with time zone,
  next_poll_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  of_reusable_link boolean default false not null,
  quantity integer,
  constraint payment_attempts_pkey PRIMARY KEY (company_id, id),
  constraint payment_attempts_amount_is_positive CHECK (amount > 0::numeric),
  constraint payment_attempts_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payment_attempts_gateway_is_known CHECK (gateway = ANY (ARRAY['sandbox'::text, 'paystack'::text, 'stripe'::text])),
  constraint payment_attempts_open_has_a_page CHECK (status <> 'open'::text OR page_url IS NOT NULL),
  constraint payment_attempts_payment_only_if_paid CHECK ((status = 'paid'::text) = (payment_id IS NOT NULL)),
  constraint payment_attempts_quantity_is_positive CHECK (quantity > 0),
  constraint payment_attempts_status_is_known CHECK (status = ANY (ARRAY['starting'::text, 'open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'closed'::text]))
);
CREATE INDEX payment_attempts_by_link ON payment_attempts USING btree (company_id, payment_link_id, id DESC) WHERE payment_link_id IS NOT NULL;
CREATE INDEX payment_attempts_by_payment ON payment_attempts USING btree (company_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payment_attempts_due ON payment_attempts USING btree (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX payment_attempts_live_of_reusable ON payment_attempts USING btree (company_id, payment_link_id, created_at DESC) WHERE (status = ANY (ARRAY['starting'::text, 'open'::text, 'processing'::text])) AND of_reusable_link;
CREATE UNIQUE INDEX payment_attempts_live_once ON payment_attempts USING btree (company_id, payment_link_id) WHERE (status = ANY (ARRAY['starting'::text, 'open'::text, 'processing'::text])) AND NOT of_reusable_link;
CREATE UNIQUE INDEX payment_attempts_reference ON payment_attempts USING btree (reference);

create table payment_links (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  secret text not null,
  amount numeric not null,
  currency text not null,
  invoice_id bigint,
  email text,
  phone text,
  purpose text,
  label text,
  status text default 'active'::text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  return_url text,
  cancel_url text,
  min_amount numeric,
  reusable boolean default false not null,
  max_payments integer,
  payment_count integer default 0 not null,
  min_quantity integer,
  max_quantity integer,
  metadata jsonb default '{}'::jsonb not null,
  constraint payment_links_pkey PRIMARY KEY (company_id, id),
  constraint payment_links_amount_is_positive CHECK (amount > 0::numeric),
  constraint payment_links_cancel_url_is_http CHECK (cancel_url ~ '^https?://'::text AND length(cancel_url) <= 2000),
  constraint payment_links_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payment_links_expire_after_creation CHECK (expires_at > created_at),
  constraint payment_links_max_payments_only_if_reusable CHECK (max_payments IS NULL OR reusable AND max_payments > 0),
  constraint payment_links_min_amount_within_amount CHECK (min_amount > 0::numeric AND min_amount <= amount),
  constraint payment_links_payment_count_within_max CHECK (payment_count >= 0 AND (max_payments IS NULL OR payment_count <= max_payments)),
  constraint payment_links_quantity_has_a_fixed_price CHECK (max_quantity IS NULL OR invoice_id IS NULL AND min_amount IS NULL),
  constraint payment_links_quantity_has_bounds CHECK ((min_quantity IS NULL) = (max_quantity IS NULL) AND min_quantity > 0 AND min_quantity <= max_quantity),
  constraint payment_links_return_url_is_http CHECK (return_url ~ '^https?://'::text AND length(return_url) <= 2000),
  constraint payment_links_reusable_has_no_invoice CHECK (NOT reusable OR invoice_id IS NULL),
  constraint payment_links_status_is_known CHECK (status = ANY (ARRAY['active'::text, 'paid'::text, 'expired'::text, 'cancelled'::text]))
);
CREATE INDEX payment_links_by_invoice ON payment_links USING btree (company_id, invoice_id, created_at DESC, id DESC) WHERE invoice_id IS NOT NULL;
CREATE INDEX payment_links_by_metadata ON payment_links USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX payment_links_by_status ON payment_links USING btree (company_id, status, created_at DESC, id DESC) WHERE id > 0;
CREATE INDEX payment_links_expiring ON payment_links USING btree (expires_at) WHERE status = 'active'::text AND expires_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX payment_links_id ON payment_links USING btree (id) WHERE secret IS NOT NULL;
CREATE INDEX payment_links_newest ON payment_links USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE TRIGGER payment_links_metadata_size_changed BEFORE UPDATE OF metadata ON payment_links FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER payment_links_metadata_size_new BEFORE INSERT ON payment_links FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
comment on column payment_links.min_amount is 'the least that the buyer may choose to pay; null where the amount is fixed';
comment on column payment_links.max_payments is 'a reusable link is paid once it has been paid this often; null is unlimited';
comment on column payment_links.payment_count is 'how often a reusable link has been paid';
comment on column payment_links.max_quantity is 'how many the buyer may pay for; amount is then the price of one';

create table payments (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  invoice_id bigint,
  amount numeric not null,
  currency text not null,
  unallocated_amount numeric default 0 not null,
  amount_refunded numeric default 0 not null,
  method text,
  reference text,
  note text,
  late boolean default false not null,
  source text not null,
  payment_link_id bigint,
  gateway text,
  gateway_reference text,
  paid_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  reversed_at timestamp(3) with time zone,
  reversal_reason text,
  certificate_number text,
  disputed_at timestamp(3) with time zone,
  dispute_status text,
  dispute_reason text,
  quantity integer,
  customer_id bigint,
  sent_at timestamp(3) with time zone,
  metadata jsonb default '{}'::jsonb not null,
  receipt_secret text default translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'::text), '='::text), '+/'::text, '-_'::text) not null,
  constraint payments_pkey PRIMARY KEY (company_id, id),
  constraint payments_amount_is_positive CHECK (amount > 0::numeric),
  constraint payments_amount_refunded_within_amount CHECK (amount_refunded >= 0::numeric AND amount_refunded <= amount),
  constraint payments_certificate_is_of_withheld_tax CHECK (certificate_number IS NULL OR method IS NOT NULL AND method = 'withholding_tax'::text),
  constraint payments_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payments_dispute_has_a_status CHECK ((disputed_at IS NULL) = (dispute_status IS NULL)),
  constraint payments_dispute_status_is_known CHECK (dispute_status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])),
  constraint payments_gateway_has_a_reference CHECK ((gateway IS NULL) = (gateway_reference IS NULL)),
  constraint payments_quantity_is_positive CHECK (quantity > 0),
  constraint payments_reversed_with_a_reason CHECK ((reversed_at IS NULL) = (reversal_reason IS NULL)),
  constraint payments_source_is_known CHECK (source = ANY (ARRAY['api'::text, 'gateway'::text, 'site'::text])),
  constraint payments_unallocated_amount_within_amount CHECK (unallocated_amount >= 0::numeric AND unallocated_amount <= amount),
  constraint payments_unallocated_without_invoice CHECK (invoice_id IS NOT NULL OR unallocated_amount = amount)
);
CREATE INDEX payments_by_customer ON payments USING btree (company_id, customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX payments_by_invoice ON payments USING btree (company_id, invoice_id, created_at DESC, id DESC) WHERE invoice_id IS NOT NULL;
CREATE INDEX payments_by_link ON payments USING btree (company_id, payment_link_id) WHERE payment_link_id IS NOT NULL;
CREATE INDEX payments_by_metadata ON payments USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX payments_by_method ON payments USING btree (company_id, method COLLATE "C", created_at DESC, id DESC) WHERE method IS NOT NULL AND id > 0;
CREATE INDEX payments_by_paid_at_and_id ON payments USING btree (company_id, paid_at, id) INCLUDE (currency, amount) WHERE amount > 0::numeric;
CREATE INDEX payments_by_reference ON payments USING btree (company_id, search_key(reference) COLLATE "C", id DESC) WHERE reference IS NOT NULL AND id > 0;
CREATE INDEX payments_by_transaction ON payments USING btree (gateway_reference, gateway) WHERE gateway_reference IS NOT NULL AND id > 0;
CREATE INDEX payments_certificate_missing ON payments USING btree (company_id, paid_at DESC, id DESC) WHERE method = 'withholding_tax'::text AND reversed_at IS NULL AND certificate_number IS NULL;
CREATE UNIQUE INDEX payments_gateway ON payments USING btree (company_id, gateway, gateway_reference) WHERE gateway_reference IS NOT NULL;
CREATE INDEX payments_marked_or_disputed ON payments USING btree (company_id, paid_at DESC, id DESC) WHERE unallocated_amount > 0::numeric OR amount_refunded > 0::numeric OR late OR reversed_at IS NOT NULL OR disputed_at IS NOT NULL;
CREATE INDEX payments_newest ON payments USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX payments_open_disputes ON payments USING btree (company_id, gateway, disputed_at) WHERE dispute_status = 'open'::text;
CREATE UNIQUE INDEX payments_reference_in_use ON payments USING btree (company_id, invoice_id, reference) WHERE reference IS NOT NULL AND reversed_at IS NULL;
CREATE INDEX payments_reversed ON payments USING btree (company_id, reversed_at) WHERE reversed_at IS NOT NULL AND id > 0;
CREATE INDEX payments_unallocated ON payments USING btree (company_id, invoice_id) WHERE invoice_id IS NOT NULL AND unallocated_amount > amount_refunded AND reversed_at IS NULL;
CREATE INDEX payments_withheld ON payments USING btree (company_id, created_at DESC, id DESC) WHERE method = 'withholding_tax'::text AND reversed_at IS NULL;
CREATE INDEX payments_without_certificate ON payments USING btree (company_id, created_at DESC, id DESC) WHERE method = 'withholding_tax'::text AND reversed_at IS NULL AND certificate_number IS NULL;
CREATE INDEX payments_without_invoice ON payments USING btree (company_id, id) WHERE invoice_id IS NULL AND reversed_at IS NULL AND unallocated_amount > amount_refunded;
CREATE TRIGGER note_payment_customer BEFORE INSERT OR UPDATE OF invoice_id ON payments FOR EACH ROW EXECUTE FUNCTION note_payment_customer();
CREATE TRIGGER payments_metadata_size_changed BEFORE UPDATE OF metadata ON payments FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER payments_metadata_size_new BEFORE INSERT ON payments FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER payments_note_totals_when_added AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION note_payment_totals();
CREATE TRIGGER payments_note_totals_when_reversed AFTER UPDATE ON payments FOR EACH ROW WHEN (old.reversed_at IS NULL AND new.reversed_at IS NOT NULL) EXECUTE FUNCTION note_payment_reversal();
comment on column payments.quantity is 'how many the buyer paid for; null where the link does not ask';
comment on column payments.customer_id is 'of the invoice; null without one';
comment on column payments.sent_at is 'when its receipt was last sent';

create table portal_settings (
  company_id bigint not null,
  allowed_origins text[] not null,
  updated_at timestamp(3) with time zone not null,
  prices_include_tax boolean,
  constraint portal_settings_pkey PRIMARY KEY (company_id),
  constraint portal_settings_allowed_origins_are_bounded CHECK (cardinality(allowed_origins) <= 50)
);

create table products (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  name text not null,
  description text,
  sku text,
  kind text not null,
  unit_price numeric,
  currency text not null,
  tax_rate numeric not null,
  tax_category text not null,
  exemption_reason text,
  unit_code text not null,
  hs_code text,
  service_code text,
  active boolean not null,
  portal boolean not null,
  external_id text,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  name_key text generated always as (' '::text || search_key(name)) stored,
  default_discount_percent numeric,
  constraint products_pkey PRIMARY KEY (company_id, id),
  constraint products_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint products_default_discount_percent_is_in_range CHECK (default_discount_percent >= 0::numeric AND default_discount_percent <= 100::numeric),
  constraint products_description_is_bounded CHECK (char_length(description) <= 2000),
  constraint products_kind_is_known CHECK (kind = ANY (ARRAY['goods'::text, 'service'::text])),
  constraint products_metadata_is_an_object CHECK (jsonb_typeof(metadata) = 'object'::text),
  constraint products_name_has_1_to_200_characters CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint products_tax_rate_is_in_range CHECK (tax_rate >= 0::numeric AND tax_rate <= 100::numeric),
  constraint products_unit_price_is_not_negative CHECK (unit_price >= 0::numeric)
);
CREATE INDEX products_by_metadata ON products USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX products_by_name ON products USING btree (company_id, name_key COLLATE "C", id DESC) WHERE id > 0;
CREATE UNIQUE INDEX products_external_id ON products USING btree (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX products_newest ON products USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX products_portal ON products USING btree (company_id) WHERE portal AND active;
CREATE INDEX products_search ON products USING gin (company_id, name_key gin_trgm_ops, search_key(sku) gin_trgm_ops);
CREATE UNIQUE INDEX products_sku ON products USING btree (company_id, sku) WHERE sku IS NOT NULL;
CREATE TRIGGER products_metadata_size_changed BEFORE UPDATE OF metadata ON products FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER products_metadata_size_new BEFORE INSERT ON products FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER products_offer_changes AFTER UPDATE ON products FOR EACH ROW WHEN (old.portal AND old.active AND old.unit_price IS NOT NULL OR new.portal AND new.active AND new.unit_price IS NOT NULL) EXECUTE FUNCTION announce_offer();
CREATE TRIGGER products_offer_grows AFTER INSERT ON products FOR EACH ROW WHEN (new.portal AND new.active AND new.unit_price IS NOT NULL) EXECUTE FUNCTION announce_offer();
CREATE TRIGGER products_offer_shrinks AFTER DELETE ON products FOR EACH ROW WHEN (old.portal AND old.active AND old.unit_price IS NOT NULL) EXECUTE FUNCTION announce_offer();

create table quote_lines (
  company_id bigint not null,
  quote_id bigint not null,
  id bigint generated by default as identity not null,
  description text not null,
  quantity numeric not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  tax_category text not null,
  exemption_reason text,
  product_id bigint,
  unit_code text not null,
  hs_code text,
  service_code text,
  net_amount numeric not null,
  tax_amount numeric not null,
  total_amount numeric not null,
  discounts jsonb,
  charges jsonb,
  gross_amount numeric,
  discount_amount numeric default 0 not null,
  charge_amount numeric default 0 not null,
  constraint quote_lines_pkey PRIMARY KEY (company_id, quote_id, id),
  constraint quote_lines_discounts_and_charges_are_not_negative CHECK (discount_amount >= 0::numeric AND charge_amount >= 0::numeric AND net_amount >= 0::numeric),
  constraint quote_lines_quantity_is_positive CHECK (quantity > 0::numeric),
  constraint quote_lines_tax_rate_is_in_range CHECK (tax_rate >= 0::numeric AND tax_rate <= 100::numeric),
  constraint quote_lines_texts_are_bounded CHECK (char_length(description) <= 2000 AND char_length(exemption_reason) <= 500),
  constraint quote_lines_total_is_net_plus_tax CHECK (total_amount = (net_amount + tax_amount)),
  constraint quote_lines_unit_price_is_not_negative CHECK (unit_price >= 0::numeric)
);

create table quotes (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  number text not null,
  number_key text generated always as (upper(regexp_replace(number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) stored,
  status text not null,
  secret text not null,
  customer_id bigint not null,
  quote_date date not null,
  valid_until date not null,
  currency text not null,
  subtotal numeric not null,
  tax_total numeric not null,
  total numeric not null,
  taxes jsonb not null,
  sent_at timestamp(3) with time zone,
  accepted_by text,
  accepted_at timestamp(3) with time zone,
  declined_by text,
  declined_at timestamp(3) with time zone,
  decline_reason text,
  sale_id bigint,
  invoice_id bigint,
  source text not null,
  po_number text,
  external_id text,
  notes text,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  prices_include_tax boolean default false not null,
  discounts jsonb,
  charges jsonb,
  discount_total numeric default 0 not null,
  charge_total numeric default 0 not null,
  viewed_at timestamp(3) with time zone,
  constraint quotes_pkey PRIMARY KEY (company_id, id),
  constraint quotes_answers_are_bounded CHECK (char_length(accepted_by) <= 200 AND char_length(declined_by) <= 200 AND char_length(decline_reason) <= 1000),
  constraint quotes_are_valid_from_their_date CHECK (valid_until >= quote_date),
  constraint quotes_become_one_document CHECK ((status = 'invoiced'::text) = (num_nonnulls(sale_id, invoice_id) = 1) AND num_nonnulls(sale_id, invoice_id) < 2),
  constraint quotes_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint quotes_discounts_and_charges_are_not_negative CHECK (discount_total >= 0::numeric AND charge_total >= 0::numeric),
  constraint quotes_metadata_is_an_object CHECK (jsonb_typeof(metadata) = 'object'::text),
  constraint quotes_notes_are_bounded CHECK (char_length(notes) <= 5000),
  constraint quotes_po_number_is_bounded CHECK (char_length(po_number) <= 50),
  constraint quotes_source_is_known CHECK (source = ANY (ARRAY['api'::text, 'site'::text])),
  constraint quotes_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'sent'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'invoiced'::text])),
  constraint quotes_subtotal_is_not_negative CHECK (subtotal >= 0::numeric),
  constraint quotes_tax_total_is_not_negative CHECK (tax_total >= 0::numeric),
  constraint quotes_total_adds_up CHECK (total = (subtotal - discount_total + charge_total + tax_total))
);
CREATE INDEX quotes_by_currency ON quotes USING btree (company_id, currency, created_at DESC, id DESC) WHERE currency IS NOT NULL;
CREATE INDEX quotes_by_customer ON quotes USING btree (company_id, customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX quotes_by_invoice ON quotes USING btree (company_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX quotes_by_metadata ON quotes USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX quotes_by_sale ON quotes USING btree (company_id, sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX quotes_by_status ON quotes USING btree (company_id, status, created_at DESC, id DESC) WHERE status IS NOT NULL;
CREATE INDEX quotes_expiring ON quotes USING btree (valid_until) WHERE status = 'sent'::text AND valid_until > '-infinity'::date;
CREATE UNIQUE INDEX quotes_external_id ON quotes USING btree (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX quotes_id ON quotes USING btree (id) WHERE secret IS NOT NULL;
CREATE INDEX quotes_newest ON quotes USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX quotes_number ON quotes USING btree (company_id, number_key) WHERE number_key IS NOT NULL;
CREATE TRIGGER quotes_metadata_size_changed BEFORE UPDATE OF metadata ON quotes FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER quotes_metadata_size_new BEFORE INSERT ON quotes FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();

create table record_totals (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  kind text not null,
  currency text not null,
  period_start timestamp(3) with time zone not null,
  fiscal_status text default ''::text not null,
  amount numeric not null,
  count bigint not null,
  is_sum boolean default false not null,
  constraint record_totals_pkey PRIMARY KEY (company_id, id),
  constraint record_totals_kind_is_known CHECK (kind = ANY (ARRAY['owed'::text, 'invoiced'::text, 'received'::text]))
);
CREATE INDEX record_totals_by_period ON record_totals USING btree (company_id, kind, period_start);
CREATE INDEX record_totals_to_add_up ON record_totals USING btree (company_id, id) WHERE NOT is_sum;
comment on column record_totals.kind is 'owed: what customers owe, by due date; invoiced: by invoice date and fiscal status; received: payments';
comment on column record_totals.period_start is 'a date, as its midnight in UTC, or of payments a quarter of an hour';
comment on column record_totals.is_sum is 'false until the pass has added it to the other rows of its total';

create table recurring_invoices (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  status text not null,
  customer_id bigint not null,
  currency text not null,
  "interval" text not null,
  interval_count integer not null,
  day_of_month integer,
  start_date date not null,
  end_date date,
  count integer,
  action text not null,
  missed text not null,
  payment_terms_days integer,
  document jsonb not null,
  external_id text,
  next_date date,
  next_run_at timestamp(3) with time zone,
  last_date date,
  periods_done integer default 0 not null,
  last_error jsonb,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  failed_attempts integer default 0 not null,
  constraint recurring_invoices_pkey PRIMARY KEY (company_id, id),
  constraint recurring_invoices_action_is_known CHECK (action = ANY (ARRAY['draft'::text, 'issue'::text, 'issue_and_register'::text, 'issue_register_and_send'::text])),
  constraint recurring_invoices_are_due_while_active CHECK ((status = 'active'::text) = (next_date IS NOT NULL) AND (status = 'active'::text) = (next_run_at IS NOT NULL)),
  constraint recurring_invoices_count_is_positive CHECK (count >= 1),
  constraint recurring_invoices_currency_has_3_letters CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint recurring_invoices_day_of_month_exists CHECK (day_of_month >= 1 AND day_of_month <= 31),
  constraint recurring_invoices_document_is_an_object CHECK (jsonb_typeof(document) = 'object'::text),
  constraint recurring_invoices_end_is_not_before_start CHECK (end_date >= start_date),
  constraint recurring_invoices_end_once CHECK (end_date IS NULL OR count IS NULL),
  constraint recurring_invoices_interval_count_is_bounded CHECK (interval_count >= 1 AND interval_count <= 366),
  constraint recurring_invoices_interval_is_known CHECK ("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])),
  constraint recurring_invoices_missed_is_known CHECK (missed = ANY (ARRAY['catch_up'::text, 'skip'::text])),
  constraint recurring_invoices_payment_terms_are_bounded CHECK (payment_terms_days >= 0 AND payment_terms_days <= 366),
  constraint recurring_invoices_periods_done_are_not_negative CHECK (periods_done >= 0),
  constraint recurring_invoices_status_is_known CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))
);
CREATE INDEX recurring_invoices_by_customer ON recurring_invoices USING btree (company_id, customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX recurring_invoices_by_status ON recurring_invoices USING btree (company_id, status, created_at DESC, id DESC) WHERE status IS NOT NULL;
CREATE INDEX recurring_invoices_due ON recurring_invoices USING btree (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE UNIQUE INDEX recurring_invoices_external_id ON recurring_invoices USING btree (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX recurring_invoices_newest ON recurring_invoices USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
comment on column recurring_invoices.document is 'the lines, totals and texts of each invoice';
comment on column recurring_invoices.next_date is 'the date of the next invoice, where the company is';
comment on column recurring_invoices.next_run_at is 'when that date begins there, or when a run is tried again';
comment on column recurring_invoices.last_date is 'the last date that an invoice was made for, or that failed';

create table refunds (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  payment_id bigint not null,
  amount numeric not null,
  reason text,
  created_at timestamp(3) with time zone not null,
  status text default 'done'::text not null,
  key text,
  gateway_reference text,
  failure text,
  attempt_count integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  constraint refunds_pkey PRIMARY KEY (company_id, id),
  constraint refunds_amount_is_positive CHECK (amount > 0::numeric),
  constraint refunds_pending_has_key_and_next_attempt CHECK (status <> 'pending'::text OR key IS NOT NULL AND next_attempt_at IS NOT NULL),
  constraint refunds_status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX refunds_by_payment ON refunds USING btree (company_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX refunds_by_settled_at ON refunds USING btree (company_id, settled_at) INCLUDE (payment_id, amount) WHERE status = 'done'::text;
CREATE INDEX refunds_due ON refunds USING btree (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE UNIQUE INDEX refunds_key ON refunds USING btree (key) WHERE key IS NOT NULL;

create table reminder_settings (
  company_id bigint not null,
  enabled boolean not null,
  steps jsonb not null,
  send_from_hour integer not null,
  send_until_hour integer not null,
  weekdays_only boolean not null,
  next_run_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint reminder_settings_pkey PRIMARY KEY (company_id),
  constraint reminder_settings_from_is_an_hour CHECK (send_from_hour >= 0 AND send_from_hour <= 23),
  constraint reminder_settings_hours_are_in_order CHECK (send_from_hour < send_until_hour),
  constraint reminder_settings_run_while_enabled CHECK (enabled = (next_run_at IS NOT NULL)),
  constraint reminder_settings_steps_are_bounded CHECK (
CASE
    WHEN jsonb_typeof(steps) = 'array'::text THEN jsonb_array_length(steps) >= 1 AND jsonb_array_length(steps) <= 10
    ELSE false
END),
  constraint reminder_settings_until_is_an_hour CHECK (send_until_hour >= 1 AND send_until_hour <= 24)
);
CREATE INDEX reminder_settings_due ON reminder_settings USING btree (next_run_at) WHERE next_run_at IS NOT NULL;
comment on table reminder_settings is 'when the buyers of a company are reminded; without a row, never';
comment on column reminder_settings.steps is 'days after the due date, each with a text of its own or none';
comment on column reminder_settings.next_run_at is 'when somebody next looks for invoices to remind of, or the end of a lease';

create table sale_lines (
  company_id bigint not null,
  sale_id bigint not null,
  id bigint generated by default as identity not null,
  description text not null,
  quantity numeric not null,
  unit_price numeric not null,
  tax_rate numeric not null,
  tax_category text not null,
  exemption_reason text,
  product_id bigint,
  unit_code text not null,
  hs_code text,
  service_code text,
  net_amount numeric not null,
  tax_amount numeric not null,
  total_amount numeric not null,
  discounts jsonb,
  charges jsonb,
  gross_amount numeric,
  discount_amount numeric default 0 not null,
  charge_amount numeric default 0 not null,
  constraint sale_lines_pkey PRIMARY KEY (company_id, sale_id, id),
  constraint sale_lines_discounts_and_charges_are_not_negative CHECK (discount_amount >= 0::numeric AND charge_amount >= 0::numeric AND net_amount >= 0::numeric),
  constraint sale_lines_quantity_is_positive CHECK (quantity > 0::numeric),
  constraint sale_lines_tax_rate_is_in_range CHECK (tax_rate >= 0::numeric AND tax_rate <= 100::numeric),
  constraint sale_lines_texts_are_bounded CHECK (char_length(description) <= 2000 AND char_length(exemption_reason) <= 500),
  constraint sale_lines_total_is_net_plus_tax CHECK (total_amount = (net_amount + tax_amount)),
  constraint sale_lines_unit_price_is_not_negative CHECK (unit_price >= 0::numeric)
);

create table sales (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  number text not null,
  number_key text generated always as (upper(regexp_replace(number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) stored,
  status text not null,
  customer_id bigint,
  currency text not null,
  subtotal numeric not null,
  tax_total numeric not null,
  total numeric not null,
  taxes jsonb not null,
  source text not null,
  external_id text,
  notes text,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  booking_date date,
  po_number text,
  prices_include_tax boolean default false not null,
  discounts jsonb,
  charges jsonb,
  discount_total numeric default 0 not null,
  charge_total numeric default 0 not null,
  constraint sales_pkey PRIMARY KEY (company_id, id),
  constraint sales_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint sales_discounts_and_charges_are_not_negative CHECK (discount_total >= 0::numeric AND charge_total >= 0::numeric),
  constraint sales_metadata_is_an_object CHECK (jsonb_typeof(metadata) = 'object'::text),
  constraint sales_notes_are_bounded CHECK (char_length(notes) <= 5000),
  constraint sales_po_number_is_bounded CHECK (char_length(po_number) <= 50),
  constraint sales_source_is_known CHECK (source = ANY (ARRAY['api'::text, 'portal'::text, 'site'::text])),
  constraint sales_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'invoiced'::text, 'cancelled'::text])),
  constraint sales_subtotal_is_not_negative CHECK (subtotal >= 0::numeric),
  constraint sales_tax_total_is_not_negative CHECK (tax_total >= 0::numeric),
  constraint sales_total_adds_up CHECK (total = (subtotal - discount_total + charge_total + tax_total))
);
CREATE INDEX sales_by_currency ON sales USING btree (company_id, currency, created_at DESC, id DESC) WHERE currency IS NOT NULL;
CREATE INDEX sales_by_customer ON sales USING btree (company_id, customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX sales_by_metadata ON sales USING gin ((company_id + 0), metadata jsonb_path_ops) WITH (fastupdate=off) WHERE metadata <> '{}'::jsonb;
CREATE INDEX sales_by_status ON sales USING btree (company_id, status, created_at DESC, id DESC) WHERE status IS NOT NULL;
CREATE UNIQUE INDEX sales_external_id ON sales USING btree (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX sales_newest ON sales USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX sales_number ON sales USING btree (company_id, number_key) WHERE number_key IS NOT NULL;
CREATE TRIGGER sales_metadata_size_changed BEFORE UPDATE OF metadata ON sales FOR EACH ROW WHEN (new.metadata IS DISTINCT FROM old.metadata AND octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();
CREATE TRIGGER sales_metadata_size_new BEFORE INSERT ON sales FOR EACH ROW WHEN (octet_length(new.metadata::text) > 24576) EXECUTE FUNCTION refuse_large_metadata();

create table sandbox_faults (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  target text not null,
  fault text not null,
  times integer,
  used integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  code text,
  constraint sandbox_faults_pkey PRIMARY KEY (company_id, id),
  constraint sandbox_faults_are_not_used_more_often CHECK (used <= times),
  constraint sandbox_faults_target_is_known CHECK (target = ANY (ARRAY['authority'::text, 'gateway'::text, 'webhooks'::text])),
  constraint sandbox_faults_times_is_a_count CHECK (times > 0)
);
CREATE INDEX sandbox_faults_of_webhooks ON sandbox_faults USING btree (company_id, id) WHERE target = 'webhooks'::text;
comment on column sandbox_faults.times is 'null: until it is removed';
comment on column sandbox_faults.code is 'null: the one of the authority';

create table schema_migration_progress (
  number integer not null,
  name text not null,
  requires_stop boolean not null,
  steps_done integer not null,
  steps_checksum text not null,
  is_step_begun boolean default false not null,
  next_page bigint default 0 not null,
  constraint schema_migration_progress_pkey PRIMARY KEY (number)
);

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  requires_stop boolean default false not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table subscriptions (
  company_id bigint not null,
  disabled_features text[] default '{}'::text[] not null,
  quota_invoices integer,
  quota_payment_links integer,
  post_rate integer,
  post_burst integer,
  company_post_rate integer,
  read_rate integer,
  constraint subscriptions_pkey PRIMARY KEY (company_id),
  constraint subscriptions_company_post_rate_is_in_range CHECK (company_post_rate >= 0 AND company_post_rate <= 1000000),
  constraint subscriptions_post_burst_is_in_range CHECK (post_burst >= 1 AND post_burst <= 10000000),
  constraint subscriptions_post_rate_is_in_range CHECK (post_rate >= 1 AND post_rate <= 1000000),
  constraint subscriptions_quota_invoices_is_not_negative CHECK (quota_invoices >= 0),
  constraint subscriptions_quota_payment_links_is_not_negative CHECK (quota_payment_links >= 0),
  constraint subscriptions_read_rate_is_in_range CHECK (read_rate >= 0 AND read_rate <= 1000000)
);
comment on column subscriptions.quota_invoices is 'a calendar month; null is unlimited';

create unlogged table throttle_buckets (
  app_id text not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  granted double precision default 0 not null,
  constraint throttle_buckets_pkey PRIMARY KEY (app_id)
) with (fillfactor = 50);

create table user_confirmations (
  token_hash bytea not null,
  user_id bigint not null,
  signup jsonb,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint user_confirmations_pkey PRIMARY KEY (token_hash),
  constraint user_confirmations_signup_is_an_object CHECK (jsonb_typeof(signup) = 'object'::text)
);
CREATE INDEX user_confirmations_expiry ON user_confirmations USING btree (expires_at);
CREATE INDEX user_confirmations_user ON user_confirmations USING btree (user_id);
comment on column user_confirmations.token_hash is 'SHA-256 of the token in the mail';

create table user_credentials (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint user_credentials_pkey PRIMARY KEY (id),
  constraint user_credentials_user_id_provider_id_key UNIQUE (user_id, provider_id)
);
CREATE TRIGGER user_credentials_confirmed BEFORE INSERT OR UPDATE ON user_credentials FOR EACH ROW EXECUTE FUNCTION require_confirmed_account();
comment on column user_credentials.password is 'argon2id, with its parameters and salt';

create table user_email_changes (
  token_hash bytea not null,
  user_id bigint not null,
  email text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint user_email_changes_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX user_email_changes_expiry ON user_email_changes USING btree (expires_at);
CREATE INDEX user_email_changes_user ON user_email_changes USING btree (user_id);
comment on column user_email_changes.token_hash is 'SHA-256 of the token in the mail';

create unlogged table user_rate_limits (
  key text not null,
  count integer not null,
  ends_at timestamp(3) with time zone not null,
  constraint user_rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX user_rate_limits_end ON user_rate_limits USING btree (ends_at);

create table user_second_factors (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp(3) with time zone,
  constraint user_second_factors_pkey PRIMARY KEY (id),
  constraint user_second_factors_user_id_key UNIQUE (user_id)
);
CREATE TRIGGER user_second_factors_confirmed BEFORE INSERT OR UPDATE ON user_second_factors FOR EACH ROW EXECUTE FUNCTION require_confirmed_account();
comment on table user_second_factors is 'secret and codes are encrypted';

create table user_sessions (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  token text not null,
  expires_at timestamp(3) with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  reauthenticated_at timestamp(3) with time zone default now() not null,
  constraint user_sessions_pkey PRIMARY KEY (id),
  constraint user_sessions_token_key UNIQUE (token)
);
CREATE INDEX user_sessions_expiry ON user_sessions USING btree (expires_at);
CREATE INDEX user_sessions_user ON user_sessions USING btree (user_id);
CREATE TRIGGER user_sessions_confirmed BEFORE INSERT OR UPDATE ON user_sessions FOR EACH ROW EXECUTE FUNCTION require_confirmed_account();
comment on column user_sessions.reauthenticated_at is 'by the database''s clock';

create table user_verifications (
  id bigint generated by default as identity not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint user_verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX user_verifications_expiry ON user_verifications USING btree (expires_at);
CREATE INDEX user_verifications_identifier ON user_verifications USING btree (identifier);

create table users (
  id bigint generated by default as identity not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  two_factor_enabled boolean default false not null,
  operator boolean default false not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  language text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_is_lower_case CHECK (email = lower(email)),
  constraint users_language_is_known CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint users_name_has_1_to_200_characters CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint users_email_key UNIQUE (email)
);
CREATE TRIGGER users_confirmation_stays BEFORE UPDATE ON users FOR EACH ROW WHEN (old.email_verified AND NOT new.email_verified) EXECUTE FUNCTION keep_confirmation();

create table webhook_attempts (
  company_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  attempted_at timestamp(3) with time zone not null,
  duration_ms integer,
  url text not null,
  status_code smallint,
  failure text,
  message text,
  answer text,
  cause text,
  worker text,
  lease_number bigint,
  constraint webhook_attempts_pkey PRIMARY KEY (company_id, delivery_id, number),
  constraint webhook_attempts_cause_is_known CHECK (cause = ANY (ARRAY['first'::text, 'retry'::text, 'replay'::text, 'takeover'::text, 'reconnect'::text])),
  constraint webhook_attempts_duration_ms_is_not_negative CHECK (duration_ms >= 0),
  constraint webhook_attempts_duration_once_completed CHECK ((duration_ms IS NULL) = (status_code IS NULL AND failure IS NULL)),
  constraint webhook_attempts_number_is_positive CHECK (number >= 1),
  constraint webhook_attempts_status_code_or_failure CHECK (status_code IS NULL OR failure IS NULL)
);

create table webhook_deliveries (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  endpoint_id bigint not null,
  event_sequence bigint not null,
  event_type text not null,
  status text not null,
  step smallint default 0 not null,
  attempt_count integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  last_status_code smallint,
  last_error text,
  created_at timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  attempt_number integer default 0 not null,
  attempt_cause text default 'first'::text not null,
  attempt_lease bigint,
  attempt_worker text,
  attempt_begun_at timestamp(3) with time zone,
  attempt_url text,
  constraint webhook_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint webhook_deliveries_attempt_cause_is_known CHECK (attempt_cause = ANY (ARRAY['first'::text, 'retry'::text, 'replay'::text, 'takeover'::text, 'reconnect'::text])),
  constraint webhook_deliveries_attempt_count_is_not_negative CHECK (attempt_count >= 0),
  constraint webhook_deliveries_completed_unless_pending CHECK ((status = 'pending'::text) = (completed_at IS NULL)),
  constraint webhook_deliveries_next_attempt_only_if_pending CHECK ((status = 'pending'::text) = (next_attempt_at IS NOT NULL)),
  constraint webhook_deliveries_status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  constraint webhook_deliveries_step_is_not_negative CHECK (step >= 0)
) with (fillfactor = 70);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries USING btree (company_id, endpoint_id, created_at DESC, id DESC) WHERE endpoint_id > 0;
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries USING btree (company_id, event_sequence, created_at DESC, id DESC) WHERE event_sequence > 0;
CREATE INDEX webhook_deliveries_created ON webhook_deliveries USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (company_id, endpoint_id, next_attempt_at, id) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX webhook_deliveries_endpoint_event ON webhook_deliveries USING btree (endpoint_id, event_sequence, company_id);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (company_id, endpoint_id, step, completed_at) WHERE status = 'failed'::text AND completed_at > '-infinity'::timestamp with time zone;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE INDEX webhook_deliveries_unfinished ON webhook_deliveries USING btree (company_id, status, created_at DESC, id DESC) WHERE status <> 'succeeded'::text AND id > 0;
comment on column webhook_deliveries.attempt_number is 'of the newest attempt, completed or not';
comment on column webhook_deliveries.attempt_cause is 'of the attempt under way, or else of the next one';
comment on column webhook_deliveries.attempt_lease is 'the lease under which an attempt was begun that is not completed yet';
comment on column webhook_deliveries.attempt_worker is 'that began the newest attempt';

create table webhook_endpoints (
  company_id bigint not null,
  id bigint generated by default as identity not null,
  is_primary boolean not null,
  url text,
  description text,
  event_types text[],
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  status text default 'enabled'::text not null,
  disabled_reason text,
  disabled_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  delivered_sequence bigint not null,
  replayed_sequence bigint,
  replay_until bigint,
  leased_by text,
  leased_until timestamp(3) with time zone,
  lease_number bigint default 0 not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (company_id, id),
  constraint webhook_endpoints_delivered_sequence_is_not_negative CHECK (delivered_sequence >= 0),
  constraint webhook_endpoints_disabled_has_a_reason CHECK ((status = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  constraint webhook_endpoints_disabled_has_a_time CHECK ((status = 'disabled'::text) = (disabled_at IS NOT NULL)),
  constraint webhook_endpoints_event_types_are_not_empty CHECK (cardinality(event_types) > 0),
  constraint webhook_endpoints_failing_has_a_failure_time CHECK ((failing_since IS NULL) = (failed_at IS NULL)),
  constraint webhook_endpoints_lease_has_an_end CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
  constraint webhook_endpoints_previous_secret_has_an_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  constraint webhook_endpoints_replay_has_an_end CHECK ((replayed_sequence IS NULL) = (replay_until IS NULL)),
  constraint webhook_endpoints_status_is_known CHECK (status = ANY (ARRAY['enabled'::text, 'disabled'::text])),
  constraint webhook_endpoints_url_has_1_to_2000_characters CHECK (length(url) >= 1 AND length(url) <= 2000),
  constraint webhook_endpoints_url_unless_primary CHECK (is_primary OR url IS NOT NULL)
) with (fillfactor = 50);
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
CREATE UNIQUE INDEX webhook_endpoints_primary ON webhook_endpoints USING btree (company_id) WHERE is_primary;
comment on column webhook_endpoints.secret is 'encrypted: it must be used again for signing, so a hash would not do';
comment on column webhook_endpoints.previous_secret is 'encrypted; signs too until previous_secret_until, and is then kept to recognise it';

create table webhook_inbox (
  company_id bigint not null,
  id bigint not null,
  created_at timestamp(3) with time zone not null,
  constraint webhook_inbox_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX webhook_inbox_created ON webhook_inbox USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX webhook_inbox_newest ON webhook_inbox USING btree (company_id, created_at DESC, id DESC) WHERE created_at > '-infinity'::timestamp with time zone;
comment on column webhook_inbox.id is 'the sequence of the event, which is taken in once however often it is delivered';

alter table api_keys add constraint api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table audit_entries add constraint audit_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table books_checks add constraint books_checks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table checkpoint_mails add constraint checkpoint_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table checkpoints add constraint checkpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table checkpoints add constraint checkpoints_key_id_fkey FOREIGN KEY (key_id) REFERENCES checkpoint_keys(id);
alter table company_counters add constraint company_counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table credit_applications add constraint credit_applications_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id);
alter table credit_applications add constraint credit_applications_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table credit_applications add constraint credit_applications_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table credit_note_lines add constraint credit_note_lines_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id);
alter table credit_note_lines add constraint credit_note_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id);
alter table credit_notes add constraint credit_notes_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table customers add constraint customers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table document_hashes add constraint document_hashes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table document_logos add constraint document_logos_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table document_seals add constraint document_seals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table document_settings add constraint document_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table exchange_rates add constraint exchange_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table finished_imports add constraint finished_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table finished_imports add constraint finished_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table fiscal_calls add constraint fiscal_calls_company_id_fiscal_document_id_fkey FOREIGN KEY (company_id, fiscal_document_id) REFERENCES fiscal_documents(company_id, id);
alter table fiscal_documents add constraint fiscal_documents_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id);
alter table fiscal_documents add constraint fiscal_documents_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table fiscal_integrations add constraint fiscal_integrations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table gateway_accounts add constraint gateway_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table imports add constraint imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table imports add constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;
alter table invoice_lines add constraint invoice_lines_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE;
alter table invoice_lines add constraint invoice_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id);
alter table invoice_reminders add constraint invoice_reminders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table invoice_reminders add constraint invoice_reminders_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table invoice_write_offs add constraint invoice_write_offs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table invoice_write_offs add constraint invoice_write_offs_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table invoices add constraint invoices_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customers(company_id, id);
alter table invoices add constraint invoices_company_id_sale_id_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales(company_id, id);
alter table invoices add constraint invoices_recurring_invoice_exists FOREIGN KEY (company_id, recurring_invoice_id) REFERENCES recurring_invoices(company_id, id);
alter table journal_accounts add constraint journal_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table mails add constraint mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table memberships add constraint memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table memberships add constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table notification_mails add constraint notification_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table notification_mails add constraint notification_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table notification_settings add constraint notification_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table notification_settings add constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table number_series add constraint number_series_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table payment_allocations add constraint payment_allocations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table payment_allocations add constraint payment_allocations_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table payment_allocations add constraint payment_allocations_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id);
alter table payment_attempts add constraint payment_attempts_company_id_gateway_account_id_fkey FOREIGN KEY (company_id, gateway_account_id) REFERENCES gateway_accounts(company_id, id);
alter table payment_attempts add constraint payment_attempts_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id);
alter table payment_attempts add constraint payment_attempts_company_id_payment_link_id_fkey FOREIGN KEY (company_id, payment_link_id) REFERENCES payment_links(company_id, id);
alter table payment_links add constraint payment_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table payment_links add constraint payment_links_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table payments add constraint payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table payments add constraint payments_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table payments add constraint payments_company_id_payment_link_id_fkey FOREIGN KEY (company_id, payment_link_id) REFERENCES payment_links(company_id, id);
alter table portal_settings add constraint portal_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table products add constraint products_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table quote_lines add constraint quote_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id);
alter table quote_lines add constraint quote_lines_company_id_quote_id_fkey FOREIGN KEY (company_id, quote_id) REFERENCES quotes(company_id, id) ON DELETE CASCADE;
alter table quotes add constraint quotes_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customers(company_id, id);
alter table quotes add constraint quotes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table quotes add constraint quotes_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table quotes add constraint quotes_company_id_sale_id_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales(company_id, id);
alter table record_totals add constraint record_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table recurring_invoices add constraint recurring_invoices_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customers(company_id, id);
alter table recurring_invoices add constraint recurring_invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table refunds add constraint refunds_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id);
alter table reminder_settings add constraint reminder_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table sale_lines add constraint sale_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id);
alter table sale_lines add constraint sale_lines_company_id_sale_id_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales(company_id, id) ON DELETE CASCADE;
alter table sales add constraint sales_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customers(company_id, id);
alter table sales add constraint sales_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table sandbox_faults add constraint sandbox_faults_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table subscriptions add constraint subscriptions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table user_confirmations add constraint user_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_credentials add constraint user_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_email_changes add constraint user_email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_second_factors add constraint user_second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_sessions add constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table webhook_attempts add constraint webhook_attempts_company_id_delivery_id_fkey FOREIGN KEY (company_id, delivery_id) REFERENCES webhook_deliveries(company_id, id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_company_id_endpoint_id_fkey FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoints(company_id, id) ON DELETE CASCADE;
alter table webhook_endpoints add constraint webhook_endpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
alter table webhook_inbox add constraint webhook_inbox_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id);
