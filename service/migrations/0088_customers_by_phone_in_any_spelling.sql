-- People write one phone number in many ways, and a plus in a web address is
-- a space, so programs that look a customer up need not know how it is written.
create index concurrently customers_by_phone_digits on customers
  (company_id, translate(phone, ' +()-./', ''), created_at desc, id desc) where phone is not null;
drop index concurrently customers_by_phone;
