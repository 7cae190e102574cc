-- Everybody who gets a mail counts towards the limit of mails to one address.
alter table mails add column copies text;
comment on column mails.copies is 'the other addresses, in lower case, with ", " between them; null: none, or stored by a version before this column';
-- When a document was last sent to its buyer, and when the buyer first opened its page.
alter table credit_notes add column sent_at timestamptz(3);
alter table payments add column sent_at timestamptz(3);
comment on column payments.sent_at is 'when its receipt was last sent';
alter table quotes add column viewed_at timestamptz(3);
