-- A key that holds every scope there was holds that of reports as well.
-- in batches
update api_keys set scopes = scopes || array['reports:read']
where scopes @> array['invoices:read', 'invoices:write', 'customers:read', 'customers:write', 'products:read',
    'products:write', 'sales:read', 'sales:write', 'integrations', 'integrations:configure', 'payments:read',
    'payments:write', 'portal:embed', 'portal:configure', 'webhooks:read', 'webhooks:write']
  and not scopes @> array['reports:read'] and ctid between $1 and $2;
