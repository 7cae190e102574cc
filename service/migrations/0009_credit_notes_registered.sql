-- Credit notes are registered as invoices are, and a registration can be cancelled.

alter table credit_notes
  add column irn text,
  add column fiscal_status text not null default 'none'
    check (fiscal_status in ('none', 'pending', 'registered', 'rejected', 'cancelled')),
  add column fiscal jsonb;
create index credit_notes_by_fiscal_status on credit_notes (company_id, fiscal_status, created_at desc, id desc);

alter table fiscal_documents
  alter column invoice_id drop not null,
  add column credit_note_id bigint,
  add foreign key (company_id, credit_note_id) references credit_notes,
  add constraint fiscal_documents_subject_check check (num_nonnulls(invoice_id, credit_note_id) = 1),
  add column cancel_reason text,
  -- In a row, without an answer that settles it: the pauses between them grow.
  add column failures integer not null default 0,
  -- Of a payment that the authority could not be told: when to try again, and how often it was tried.
  add column report_after timestamptz(3),
  add column report_failures integer not null default 0,
  drop constraint fiscal_documents_state_check,
  drop constraint fiscal_documents_check,
  -- cancelling: it is registered, and the authority is being asked to take that back.
  add constraint fiscal_documents_state_check check (state in
    ('queued', 'submitting', 'unknown', 'pending', 'accepted', 'cancelling', 'rejected', 'cancelled')),
  add constraint fiscal_documents_irn_check
    check ((state in ('accepted', 'cancelling', 'cancelled')) = (irn is not null)),
  add constraint fiscal_documents_cancel_check check (state <> 'cancelling' or cancel_reason is not null);
create unique index fiscal_documents_credit_note on fiscal_documents (company_id, credit_note_id);
