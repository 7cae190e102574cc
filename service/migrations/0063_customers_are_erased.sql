-- Once issued documents need not be kept any more, an erasure may take out who they were for. It says so to the guards by
-- the setting billfold.erasing, for its own transaction, and they still refuse a change of the amounts of a document.
create or replace function refuse_change_of_issued() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('credit_notes', 'credit_note_lines')
    and current_setting('billfold.erasing', true) = 'on'
  then
    if to_jsonb(new) - array['number_key', 'reason', 'discounts', 'charges', 'fiscal', 'description', 'exemption_reason']
      = to_jsonb(old) - array['number_key', 'reason', 'discounts', 'charges', 'fiscal', 'description', 'exemption_reason']
    then
      return new;
    end if;
  end if;
  raise exception using
    errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
    message = format('%s of %s refused: what is issued never changes', lower(tg_op), tg_table_name),
    hint = 'Correct it with a credit note and a new invoice.';
end $$;

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
      new.prices_include_tax, new.discounts, new.charges, new.discount_total, new.charge_total,
      new.external_id, new.notes, new.metadata, new.created_at, new.issued_at, new.status = 'draft'),
    row(old.company_id, old.id, old.number, old.customer_id, old.invoice_date, old.due_date, old.currency, old.subtotal,
      old.tax_total, old.total, old.taxes, old.sale_id, old.recurring_invoice_id, old.period_start, old.period_end,
      old.source, old.portal_secret, old.po_number,
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

create or replace function guard_invoice_lines() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('billfold.erasing', true) = 'on' then
    return null;
  end if;
  if exists (
    select from changed_lines c join invoices i on i.company_id = c.company_id and i.id = c.invoice_id
    where i.status <> 'draft' and (tg_op <> 'INSERT' or not exists (
      select from invoice_lines l
      where l.company_id = c.company_id and l.invoice_id = c.invoice_id and l.id = c.id and l.xmin = i.xmin)))
  then
    raise exception using
      errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
      message = format('%s of %s refused: what is issued never changes', lower(tg_op), tg_table_name),
      hint = 'Correct it with a credit note and a new invoice.';
  end if;
  return null;
end $$;
