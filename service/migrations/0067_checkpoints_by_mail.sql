-- To whom each new checkpoint of a company's books is mailed. Without a row, to nobody.
create table checkpoint_mails (
  company_id bigint not null references companies (id),
  recipient text
    constraint checkpoint_mails_recipient_has_3_to_254_characters check (length(recipient) between 3 and 254),
  updated_at timestamptz(3) not null,
  primary key (company_id)
);
comment on column checkpoint_mails.recipient is 'null: all owners';
