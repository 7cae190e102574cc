-- An erasure changes texts of the lines of issued invoices. The guard let it change everything else of them, too.
create or replace function guard_invoice_lines() returns trigger
language plpgsql as $$
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
end $$;
