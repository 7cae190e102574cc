-- Answers that hold a secret are few among many: who changes the encryption key, or looks which one is needed, finds
-- them without reading the others. No other query says "sealed", so nobody mistakes it for the primary key (0003).
create index idempotency_keys_sealed on idempotency_keys (company_id, key) where sealed;
