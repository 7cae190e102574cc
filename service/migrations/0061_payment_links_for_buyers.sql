-- A payment link can lead its buyer back to the partner's pages, and leave the amount to the buyer.
alter table payment_links add column cancel_url text, add column min_amount numeric;
comment on column payment_links.min_amount is 'the least that the buyer may choose to pay; null where the amount is fixed';
alter table payment_links
  add constraint payment_links_cancel_url_is_http check (cancel_url ~ '^https?://' and length(cancel_url) <= 2000) not valid,
  add constraint payment_links_min_amount_within_amount check (min_amount > 0 and min_amount <= amount) not valid;
alter table payment_links validate constraint payment_links_cancel_url_is_http;
alter table payment_links validate constraint payment_links_min_amount_within_amount;
