-- An erasure may take a customer's name out of the reason for which tax is withheld from an issued invoice: the guard lets
-- it, but the trigger beside it did not. Rate, reason and amount are fixed by the guard from now on.
create or replace function guard_issued_invoice() returns trigger
language plpgsql as $$
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
end $$;
drop trigger invoices_withholding_is_fixed on invoices;
