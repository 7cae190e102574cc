-- How fast a company may POST over all its keys and people, and how much it may read; null: as the service is set,
-- 0: as fast as it likes.
alter table subscriptions
  add column company_post_rate integer check (company_post_rate between 0 and 1000000),
  add column read_rate integer check (read_rate between 0 and 1000000);

-- What the last lease took, so that the statement that takes one can tell how much it got.
alter table throttle_buckets add column granted double precision not null default 0;
