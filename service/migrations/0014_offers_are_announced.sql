-- Nodes remember what a company offers in its portal. A change of it is announced by the transaction that makes it, so
-- that no node goes on showing old prices because another one died right after its commit. Products that were never
-- offered announce nothing: NOTIFY takes a lock of the whole database at the commit.
create function announce_offer() returns trigger language plpgsql as $$
begin
  perform pg_notify('billfold_products', coalesce(new.company_id, old.company_id)::text);
  return null;
end
$$;

create trigger products_offer_grows after insert on products for each row
  when (new.portal and new.active and new.unit_price is not null)
  execute function announce_offer();
create trigger products_offer_changes after update on products for each row
  when ((old.portal and old.active and old.unit_price is not null)
    or (new.portal and new.active and new.unit_price is not null))
  execute function announce_offer();
create trigger products_offer_shrinks after delete on products for each row
  when (old.portal and old.active and old.unit_price is not null)
  execute function announce_offer();
