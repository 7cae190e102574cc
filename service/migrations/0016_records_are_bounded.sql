-- What partners keep beside a record is bounded in the database too: 16 KiB of JSON as they send it, which is at most
-- half as much again as PostgreSQL writes it, with a space after each comma and colon. A trigger and not a check: a
-- check is examined at every change of a row, so that a larger record from before could be neither issued nor paid.
create function refuse_large_metadata() returns trigger language plpgsql as $$
begin
  raise exception 'metadata of % has % bytes', tg_table_name, octet_length(new.metadata::text)
    using errcode = 'check_violation', constraint = tg_table_name || '_metadata_size';
end $$;

create trigger customers_metadata_size_new before insert on customers for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();
create trigger customers_metadata_size_changed before update of metadata on customers for each row
  when (new.metadata is distinct from old.metadata and octet_length(new.metadata::text) > 24576)
  execute function refuse_large_metadata();
create trigger products_metadata_size_new before insert on products for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();
create trigger products_metadata_size_changed before update of metadata on products for each row
  when (new.metadata is distinct from old.metadata and octet_length(new.metadata::text) > 24576)
  execute function refuse_large_metadata();
create trigger sales_metadata_size_new before insert on sales for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();
create trigger sales_metadata_size_changed before update of metadata on sales for each row
  when (new.metadata is distinct from old.metadata and octet_length(new.metadata::text) > 24576)
  execute function refuse_large_metadata();
create trigger invoices_metadata_size_new before insert on invoices for each row
  when (octet_length(new.metadata::text) > 24576) execute function refuse_large_metadata();
create trigger invoices_metadata_size_changed before update of metadata on invoices for each row
  when (new.metadata is distinct from old.metadata and octet_length(new.metadata::text) > 24576)
  execute function refuse_large_metadata();

-- The long texts were always bounded by the API, so these hold for every row; none is looked at now, because that
-- would take long on a large table.
alter table invoices add constraint invoices_notes_check check (char_length(notes) <= 5000) not valid;
alter table sales add constraint sales_notes_check check (char_length(notes) <= 5000) not valid;
alter table products add constraint products_description_check check (char_length(description) <= 2000) not valid;
alter table invoice_lines add constraint invoice_lines_texts_check
  check (char_length(description) <= 2000 and char_length(exemption_reason) <= 500) not valid;
alter table sale_lines add constraint sale_lines_texts_check
  check (char_length(description) <= 2000 and char_length(exemption_reason) <= 500) not valid;
alter table credit_note_lines add constraint credit_note_lines_texts_check
  check (char_length(description) <= 2000 and char_length(exemption_reason) <= 500) not valid;
