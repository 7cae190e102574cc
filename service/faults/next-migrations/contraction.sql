-- requires-stop: versions before this one read the column.
alter table customers rename column phone to telephone;
