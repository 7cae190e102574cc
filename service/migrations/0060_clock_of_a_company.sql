-- Outside production a company moves its own clock ahead.
alter table companies add column clock_offset_ms bigint not null default 0;
comment on column companies.clock_offset_ms is 'by how much its time is ahead of the real one';
alter table companies add constraint companies_clock_is_ahead check (clock_offset_ms >= 0) not valid;
alter table companies validate constraint companies_clock_is_ahead;
create index concurrently companies_with_moved_clock on companies (id) where clock_offset_ms > 0;
