import { Autocomplete } from "@base-ui/react/autocomplete";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { query } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { texts } from "../texts/dashboard.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Icon } from "../ui/icon.tsx";
import type { Customer, InvoiceEntry, Product } from "./records.ts";
import { useDebounced } from "./use-debounced.ts";

type Found = {
  invoices: (Pick<InvoiceEntry, "id" | "number"> & { customer_name: string })[];
  customers: Pick<Customer, "id" | "name" | "email">[];
  products: Pick<Product, "id" | "name" | "sku">[];
};

type Hit = { key: string; label: string; detail: string | null | undefined; go: () => void };
type Group = { value: string; items: Hit[] };

/** Searches the invoices, customers and products of the company. */
export function SearchBox() {
  const [text, setText] = useState("");
  const q = useDebounced(text.trim(), 200);
  const isSearching = q.length > 0;
  const { data, isFetching } = useResponse<Found>(`/search${query({ q })}`, { enabled: isSearching });
  const groups = useGroups(isSearching ? data : undefined);
  const choose = (hit: Hit) => {
    setText("");
    hit.go();
  };
  return (
    <Autocomplete.Root
      items={groups}
      value={text}
      onValueChange={setText}
      filter={null}
      itemToStringValue={({ label }: Hit) => label}
      autoHighlight
    >
      <SearchField />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} align="start" className="z-60 w-(--anchor-width) min-w-72">
          <Autocomplete.Popup
            hidden={!isSearching}
            className="max-h-(--available-height) overflow-y-auto rounded-card border border-line bg-raised py-1.5 shadow-lift"
          >
            <Autocomplete.Empty className="empty:hidden px-4 py-2 text-muted">
              {isFetching ? uiTexts.loading : texts.search.none(q)}
            </Autocomplete.Empty>
            <Autocomplete.List>
              {(group: Group) => <Hits key={group.value} group={group} onChoose={choose} />}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function SearchField() {
  return (
    <div className="relative">
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <Autocomplete.Input
        aria-label={texts.search.label}
        placeholder={texts.search.placeholder}
        maxLength={100}
        className="control pl-10"
      />
    </div>
  );
}

function Hits({ group, onChoose }: { group: Group; onChoose: (hit: Hit) => void }) {
  return (
    <Autocomplete.Group items={group.items} className="py-1">
      <Autocomplete.GroupLabel className="px-4 py-1 text-sm font-medium text-muted">
        {group.value}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(hit: Hit) => (
          <Autocomplete.Item
            key={hit.key}
            value={hit}
            onClick={() => onChoose(hit)}
            className="flex min-h-11 cursor-pointer flex-col justify-center px-4 py-1.5 outline-none data-[highlighted]:bg-sunken"
          >
            <span>{hit.label}</span>
            {hit.detail && <span className="text-sm text-muted">{hit.detail}</span>}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

function useGroups(found: Found | undefined): Group[] {
  const navigate = useNavigate();
  if (!found) return [];
  const invoices = found.invoices.map((invoice) => ({
    key: `invoice ${invoice.id}`,
    label: invoiceName(invoice),
    detail: invoice.customer_name,
    go: () => void navigate({ to: "/app/invoices/$id", params: { id: String(invoice.id) } }),
  }));
  const customers = found.customers.map(({ id, name, email }) => ({
    key: `customer ${id}`,
    label: name,
    detail: email,
    go: () => void navigate({ to: "/app/customers/$id", params: { id: String(id) } }),
  }));
  const products = found.products.map(({ id, name, sku }) => ({
    key: `product ${id}`,
    label: name,
    detail: sku,
    go: () => void navigate({ to: "/app/products", search: { q: name } }),
  }));
  const { groups } = texts.search;
  return [
    { value: groups.invoices, items: invoices },
    { value: groups.customers, items: customers },
    { value: groups.products, items: products },
  ].filter(({ items }) => items.length > 0);
}
