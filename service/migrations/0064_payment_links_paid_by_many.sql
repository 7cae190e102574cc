-- A payment link can be paid by many buyers, each with an attempt of their own, and can leave it to the buyer how many of
-- something to pay for. While the version before still runs, it takes such a link for one that is paid once.
alter table payment_links
  add column reusable boolean not null default false,
  add column max_payments integer,
  add column payment_count integer not null default 0,
  add column min_quantity integer,
  add column max_quantity integer;
comment on column payment_links.max_payments is 'a reusable link is paid once it has been paid this often; null is unlimited';
comment on column payment_links.payment_count is 'how often a reusable link has been paid';
comment on column payment_links.max_quantity is 'how many the buyer may pay for; amount is then the price of one';
alter table payment_links
  add constraint payment_links_reusable_has_no_invoice check (not reusable or invoice_id is null) not valid,
  add constraint payment_links_max_payments_only_if_reusable check (max_payments is null or (reusable and max_payments > 0)) not valid,
  add constraint payment_links_payment_count_within_max check (payment_count >= 0 and (max_payments is null or payment_count <= max_payments)) not valid,
  add constraint payment_links_quantity_has_bounds check ((min_quantity is null) = (max_quantity is null) and min_quantity > 0 and min_quantity <= max_quantity) not valid,
  add constraint payment_links_quantity_has_a_fixed_price check (max_quantity is null or (invoice_id is null and min_amount is null)) not valid;
alter table payment_links validate constraint payment_links_reusable_has_no_invoice;
alter table payment_links validate constraint payment_links_max_payments_only_if_reusable;
alter table payment_links validate constraint payment_links_payment_count_within_max;
alter table payment_links validate constraint payment_links_quantity_has_bounds;
alter table payment_links validate constraint payment_links_quantity_has_a_fixed_price;

alter table payment_attempts
  add column of_reusable_link boolean not null default false,
  add column quantity integer;
alter table payment_attempts add constraint payment_attempts_quantity_is_positive check (quantity > 0) not valid;
alter table payment_attempts validate constraint payment_attempts_quantity_is_positive;
alter table payments add column quantity integer;
alter table payments add constraint payments_quantity_is_positive check (quantity > 0) not valid;
alter table payments validate constraint payments_quantity_is_positive;
comment on column payments.quantity is 'how many the buyer paid for; null where the link does not ask';

-- A link that is paid once has at most one attempt under way; a reusable one has any number.
create unique index concurrently payment_attempts_live_once on payment_attempts (company_id, payment_link_id)
  where status in ('starting', 'open', 'processing') and not of_reusable_link;
create index concurrently payment_attempts_live_of_reusable on payment_attempts (company_id, payment_link_id, created_at desc)
  where status in ('starting', 'open', 'processing') and of_reusable_link;
drop index concurrently payment_attempts_live;
