-- In the address of the page that proves the receipt of a payment without an invoice: 122 random bits, as 22 characters.
alter table payments add column receipt_secret text;
alter table payments alter column receipt_secret
  set default translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_');
-- in batches
update payments set receipt_secret = translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_')
where receipt_secret is null and ctid between $1 and $2;
alter table payments add constraint payments_have_a_receipt_secret check (receipt_secret is not null) not valid;
alter table payments validate constraint payments_have_a_receipt_secret;
alter table payments alter column receipt_secret set not null;
alter table payments drop constraint payments_have_a_receipt_secret;
