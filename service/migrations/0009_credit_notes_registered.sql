-- Credit notes are registered as invoices are, and a registration can be cancelled.

alter table credit_notes
  add column irn text,
  add column fiscal_status text not null default 'none'
    check (fiscal_status in ('none', 'pending', 'registered', 'rejected', 'cancelled')),
  add column fiscal jsonb;
-- The primary key must stay the newest index, as 0003 says, so it is made again.
alter table credit_notes drop constraint credit_notes_pkey cascade;
create index credit_notes_by_fiscal_status on credit_notes (company_id, fiscal_status, created_at desc, id desc);
alter table credit_notes add primary key (company_id, id);
alter table credit_note_lines add foreign key (company_id, credit_note_id) references credit_notes;

alter table fiscal_documents
  alter column invoice_id drop not null,
  add column credit_note_id bigint,
  add foreign key (company_id, credit_note_id) references credit_notes,
  add constraint fiscal_documents_subject_check check (num_nonnulls(invoice_id, credit_note_id) = 1),
  add column cancel_reason text,
  -- With whom: what was sent through one account can't be looked for through another.
  add column account text not null default '',
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
-- One for each. They begin with the document, so that nothing is looked for here by the company alone: on a young table
-- that would seem as good as the primary key, and read through all that the company has registered.
drop index fiscal_documents_invoice;
create unique index fiscal_documents_invoice on fiscal_documents (invoice_id, company_id) where invoice_id is not null;
create unique index fiscal_documents_credit_note on fiscal_documents (credit_note_id, company_id)
  where credit_note_id is not null;

-- Adapter, address, business and service id in one, to be compared with that of a document.
alter table fiscal_integrations add column account text generated always as
  (adapter || ' ' || coalesce(base_url, '') || ' ' || coalesce(business_id, '') || ' ' || coalesce(service_id, '')) stored;
update fiscal_documents f set account = i.account from fiscal_integrations i
where i.company_id = f.company_id and i.environment = f.environment;
