-- An issued invoice never changes, and neither does a credit note. The database holds that for every path to it: what
-- is wrong needs a credit note and a new invoice. Only the parties' data can be completed, before an authority has
-- registered the invoice.

-- withdrawn: it waited for an account that the company has left, and nothing of it was ever taken anywhere.
alter table fiscal_documents
  drop constraint fiscal_documents_state_check,
  add constraint fiscal_documents_state_check check (state in
    ('queued', 'submitting', 'unknown', 'pending', 'accepted', 'cancelling', 'rejected', 'cancelled', 'withdrawn'));

-- Our own checks used to mark an issued document as rejected, though no authority had seen it. Such a rejection has no
-- call at or after the moment at which it counted one as begun; an authority's rejection always has.
create temporary table refused_by_us on commit drop as
select f.company_id, f.id, f.invoice_id, f.credit_note_id from fiscal_documents f
where f.state = 'rejected' and not exists (
  select from fiscal_calls c
  where c.company_id = f.company_id and c.fiscal_document_id = f.id and c.called_at >= f.last_call_at);

update invoices r set fiscal_status = 'none', fiscal = null, updated_at = now()
from refused_by_us u where r.company_id = u.company_id and r.id = u.invoice_id and r.fiscal_status = 'rejected';
update credit_notes r set fiscal_status = 'none', fiscal = null
from refused_by_us u where r.company_id = u.company_id and r.id = u.credit_note_id and r.fiscal_status = 'rejected';

-- What an authority was asked earlier stays for the record; where nobody was asked, there is nothing to keep.
update fiscal_documents f set state = 'withdrawn', outcome = null, calls = calls - 1
from refused_by_us u where f.company_id = u.company_id and f.id = u.id
  and exists (select from fiscal_calls c where c.company_id = f.company_id and c.fiscal_document_id = f.id);
delete from fiscal_documents f using refused_by_us u
where f.company_id = u.company_id and f.id = u.id and f.state = 'rejected';

create function refuse_change_of_issued() returns trigger language plpgsql as $$
begin
  raise exception using
    errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name,
    message = format('%s of %s refused: what is issued never changes', lower(tg_op), tg_table_name),
    hint = 'Correct it with a credit note and a new invoice.';
end $$;

create trigger invoices_are_kept before delete on invoices for each row
  when (old.status <> 'draft') execute function refuse_change_of_issued();

-- Whether the later text of a party only fills what was empty in the earlier one. An address is filled part by part.
create function only_fills(was jsonb, becomes jsonb) returns boolean language plpgsql immutable as $$
begin
  return not exists (
    select from jsonb_each(was) field
    where case jsonb_typeof(field.value)
      when 'object' then not only_fills(field.value, becomes -> field.key)
      else btrim(coalesce(field.value #>> '{}', ''), e' \t\r\n') <> '' and field.value is distinct from becomes -> field.key end);
end $$;

-- Compares bytes: 10.0 is equal to 10.00, but an invoice does not show it in the same way. The trigger's condition is
-- short because every update reads it anew, and the function's text is not.
create function guard_issued_invoice() returns trigger language plpgsql as $$
begin
  if record_image_ne(
    row(new.company_id, new.id, new.number, new.customer_id, new.invoice_date, new.due_date, new.currency, new.subtotal,
      new.tax_total, new.total, new.taxes, new.sale_id, new.source, new.portal_secret, new.external_id, new.notes,
      new.metadata, new.created_at, new.issued_at, new.status = 'draft'),
    row(old.company_id, old.id, old.number, old.customer_id, old.invoice_date, old.due_date, old.currency, old.subtotal,
      old.tax_total, old.total, old.taxes, old.sale_id, old.source, old.portal_secret, old.external_id, old.notes,
      old.metadata, old.created_at, old.issued_at, false))
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
create trigger invoices_are_fixed before update on invoices for each row
  when (old.status <> 'draft') execute function guard_issued_invoice();

-- Lines are looked at once a statement, however many it touches. A line may come with its invoice, or while that is a
-- draft; a line's transaction is that of its invoice only if both were written together.
create function guard_invoice_lines() returns trigger language plpgsql as $$
begin
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
create trigger invoice_lines_added after insert on invoice_lines referencing new table as changed_lines
  for each statement execute function guard_invoice_lines();
create trigger invoice_lines_removed after delete on invoice_lines referencing old table as changed_lines
  for each statement execute function guard_invoice_lines();
create trigger invoice_lines_changed after update on invoice_lines referencing old table as changed_lines
  for each statement execute function guard_invoice_lines();
create trigger invoice_lines_moved after update on invoice_lines referencing new table as changed_lines
  for each statement execute function guard_invoice_lines();

-- A credit note is issued as it is made: only what the authority says of it is written later.
create trigger credit_notes_content_is_fixed before update on credit_notes for each row
  when (record_image_ne(
      row(new.company_id, new.id, new.number, new.invoice_id, new.currency, new.subtotal, new.tax_total, new.total,
      new.taxes, new.reason, new.issued_at, new.created_at),
      row(old.company_id, old.id, old.number, old.invoice_id, old.currency, old.subtotal, old.tax_total, old.total,
      old.taxes, old.reason, old.issued_at, old.created_at)))
  execute function refuse_change_of_issued();
create trigger credit_notes_are_kept before delete on credit_notes for each row
  execute function refuse_change_of_issued();
create trigger credit_note_lines_are_fixed before update or delete on credit_note_lines for each row
  execute function refuse_change_of_issued();

create function guard_credit_note_lines() returns trigger language plpgsql as $$
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
end $$;
create trigger credit_note_lines_added after insert on credit_note_lines referencing new table as changed_lines
  for each statement execute function guard_credit_note_lines();

create trigger invoices_are_not_emptied before truncate on invoices execute function refuse_change_of_issued();
create trigger invoice_lines_are_not_emptied before truncate on invoice_lines execute function refuse_change_of_issued();
create trigger credit_notes_are_not_emptied before truncate on credit_notes execute function refuse_change_of_issued();
create trigger credit_note_lines_are_not_emptied before truncate on credit_note_lines
  execute function refuse_change_of_issued();
