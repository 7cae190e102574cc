-- Discounts and charges on lines and documents, and prices that contain the tax. A list that is null is empty; the gross
-- amount of lines from before is their net amount.
alter table sale_lines
  add column discounts jsonb,
  add column charges jsonb,
  add column gross_amount numeric,
  add column discount_amount numeric not null default 0,
  add column charge_amount numeric not null default 0;
alter table quote_lines
  add column discounts jsonb,
  add column charges jsonb,
  add column gross_amount numeric,
  add column discount_amount numeric not null default 0,
  add column charge_amount numeric not null default 0;
alter table invoice_lines
  add column discounts jsonb,
  add column charges jsonb,
  add column gross_amount numeric,
  add column discount_amount numeric not null default 0,
  add column charge_amount numeric not null default 0;
alter table credit_note_lines
  add column discounts jsonb,
  add column charges jsonb,
  add column gross_amount numeric,
  add column discount_amount numeric not null default 0,
  add column charge_amount numeric not null default 0;
alter table sales
  add column prices_include_tax boolean not null default false,
  add column discounts jsonb,
  add column charges jsonb,
  add column discount_total numeric not null default 0,
  add column charge_total numeric not null default 0;
alter table quotes
  add column prices_include_tax boolean not null default false,
  add column discounts jsonb,
  add column charges jsonb,
  add column discount_total numeric not null default 0,
  add column charge_total numeric not null default 0;
alter table invoices
  add column prices_include_tax boolean not null default false,
  add column discounts jsonb,
  add column charges jsonb,
  add column discount_total numeric not null default 0,
  add column charge_total numeric not null default 0;
alter table credit_notes
  add column prices_include_tax boolean not null default false,
  add column discounts jsonb,
  add column charges jsonb,
  add column discount_total numeric not null default 0,
  add column charge_total numeric not null default 0;

alter table sale_lines add constraint sale_lines_discounts_and_charges_are_not_negative
  check (discount_amount >= 0 and charge_amount >= 0 and net_amount >= 0) not valid;
alter table sale_lines validate constraint sale_lines_discounts_and_charges_are_not_negative;
alter table quote_lines add constraint quote_lines_discounts_and_charges_are_not_negative
  check (discount_amount >= 0 and charge_amount >= 0 and net_amount >= 0) not valid;
alter table quote_lines validate constraint quote_lines_discounts_and_charges_are_not_negative;
alter table invoice_lines add constraint invoice_lines_discounts_and_charges_are_not_negative
  check (discount_amount >= 0 and charge_amount >= 0 and net_amount >= 0) not valid;
alter table invoice_lines validate constraint invoice_lines_discounts_and_charges_are_not_negative;
alter table credit_note_lines add constraint credit_note_lines_discounts_and_charges_are_not_negative
  check (discount_amount >= 0 and charge_amount >= 0 and net_amount >= 0) not valid;
alter table credit_note_lines validate constraint credit_note_lines_discounts_and_charges_are_not_negative;
alter table sales add constraint sales_discounts_and_charges_are_not_negative check (discount_total >= 0 and charge_total >= 0) not valid;
alter table sales validate constraint sales_discounts_and_charges_are_not_negative;
alter table sales add constraint sales_total_adds_up
  check (total = subtotal - discount_total + charge_total + tax_total) not valid;
alter table sales validate constraint sales_total_adds_up;
-- safe: the check above says the same of rows without discounts and charges, and the version before writes no others.
alter table sales drop constraint sales_total_is_subtotal_plus_tax;
alter table quotes add constraint quotes_discounts_and_charges_are_not_negative check (discount_total >= 0 and charge_total >= 0) not valid;
alter table quotes validate constraint quotes_discounts_and_charges_are_not_negative;
alter table quotes add constraint quotes_total_adds_up
  check (total = subtotal - discount_total + charge_total + tax_total) not valid;
alter table quotes validate constraint quotes_total_adds_up;
-- safe: the check above says the same of rows without discounts and charges, and the version before writes no others.
alter table quotes drop constraint quotes_total_is_subtotal_plus_tax;
alter table invoices add constraint invoices_discounts_and_charges_are_not_negative check (discount_total >= 0 and charge_total >= 0) not valid;
alter table invoices validate constraint invoices_discounts_and_charges_are_not_negative;
alter table invoices add constraint invoices_total_adds_up
  check (total = subtotal - discount_total + charge_total + tax_total) not valid;
alter table invoices validate constraint invoices_total_adds_up;
-- safe: the check above says the same of rows without discounts and charges, and the version before writes no others.
alter table invoices drop constraint invoices_total_is_subtotal_plus_tax;
alter table credit_notes add constraint credit_notes_discounts_and_charges_are_not_negative check (discount_total >= 0 and charge_total >= 0) not valid;
alter table credit_notes validate constraint credit_notes_discounts_and_charges_are_not_negative;
alter table credit_notes add constraint credit_notes_total_adds_up
  check (total = subtotal - discount_total + charge_total + tax_total) not valid;
alter table credit_notes validate constraint credit_notes_total_adds_up;
-- safe: the check above says the same of rows without discounts and charges, and the version before writes no others.
alter table credit_notes drop constraint credit_notes_total_is_subtotal_plus_tax;

-- What documents and lines start with, unless they say otherwise.
alter table customers add column default_discount_percent numeric;
alter table products add column default_discount_percent numeric;
alter table companies add column prices_include_tax boolean not null default false;
-- Null: as the company's.
alter table portal_settings add column prices_include_tax boolean;
alter table customers add constraint customers_default_discount_percent_is_in_range check (default_discount_percent between 0 and 100) not valid;
alter table customers validate constraint customers_default_discount_percent_is_in_range;
alter table products add constraint products_default_discount_percent_is_in_range check (default_discount_percent between 0 and 100) not valid;
alter table products validate constraint products_default_discount_percent_is_in_range;

-- They are fixed once the document is issued, as everything else that the company writes on it.
create or replace function guard_issued_invoice() returns trigger language plpgsql as $$
begin
  if record_image_ne(
    row(new.company_id, new.id, new.number, new.customer_id, new.invoice_date, new.due_date, new.currency, new.subtotal,
      new.tax_total, new.total, new.taxes, new.sale_id, new.source, new.portal_secret, new.po_number,
      new.prices_include_tax, new.discounts, new.charges, new.discount_total, new.charge_total,
      new.external_id, new.notes, new.metadata, new.created_at, new.issued_at, new.status = 'draft'),
    row(old.company_id, old.id, old.number, old.customer_id, old.invoice_date, old.due_date, old.currency, old.subtotal,
      old.tax_total, old.total, old.taxes, old.sale_id, old.source, old.portal_secret, old.po_number,
      old.prices_include_tax, old.discounts, old.charges, old.discount_total, old.charge_total,
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
end $$;
create trigger credit_notes_adjustments_are_fixed before update on credit_notes for each row
  when (record_image_ne(
      row(new.prices_include_tax, new.discounts, new.charges, new.discount_total, new.charge_total),
      row(old.prices_include_tax, old.discounts, old.charges, old.discount_total, old.charge_total)))
  execute function refuse_change_of_issued();
