-- Payments, payment links and credit notes have metadata too, bounded as that of the other records (0016) and found by the
-- same kind of index (0068).
alter table payments add column metadata jsonb not null default '{}';
alter table payment_links add column metadata jsonb not null default '{}';
alter table credit_notes add column metadata jsonb not null default '{}';

create trigger payments_metadata_size_new before insert on payments for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();
create trigger payments_metadata_size_changed before update of metadata on payments for each row
  when (new.metadata is distinct from old.metadata and octet_length(new.metadata::text) > 24576)
  execute function refuse_large_metadata();
create trigger payment_links_metadata_size_new before insert on payment_links for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();
create trigger payment_links_metadata_size_changed before update of metadata on payment_links for each row
  when (new.metadata is distinct from old.metadata and octet_length(new.metadata::text) > 24576)
  execute function refuse_large_metadata();
create trigger credit_notes_metadata_size_new before insert on credit_notes for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();

-- A credit note never changes, but for what is erased of a person.
create or replace function refuse_change_of_issued() returns trigger language plpgsql as $$
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
end $$;
create trigger credit_notes_metadata_is_fixed before update of metadata on credit_notes for each row
  when (new.metadata is distinct from old.metadata) execute function refuse_change_of_issued();

create index concurrently payments_by_metadata on payments
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
create index concurrently payment_links_by_metadata on payment_links
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
create index concurrently credit_notes_by_metadata on credit_notes
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
