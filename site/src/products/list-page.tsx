import { type ReactNode, useState } from "react";
import { CreatedFilters } from "../desk/created-filters.tsx";
import { showPrice } from "../desk/display.ts";
import { ExportButton } from "../desk/export-button.tsx";
import { FilterBar, SelectFilter } from "../desk/filter-bar.tsx";
import { RecordList } from "../desk/record-list.tsx";
import type { Product } from "../desk/records.ts";
import { type Filters, useFilters } from "../desk/use-filters.ts";
import { useOffer } from "../desk/use-offer.ts";
import { texts as deskTexts } from "../texts/desk.ts";
import { texts } from "../texts/products.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { showNumber } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { usePages } from "../ui/pager.tsx";
import type { Column } from "../ui/table.tsx";
import { usePlace } from "../ui/values.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { Switch } from "./switch.tsx";

const names = ["q", "active", "portal", "created_from", "created_to"] as const;
const yesNo = [
  { value: "true", label: texts.yes },
  { value: "false", label: texts.no },
];

export function ProductsPage() {
  const { filters, change, clear } = useFilters(names);
  const pages = usePages<Product>("/products", "products", filters);
  const [open, setOpen] = useState<Product | "new">();
  const offers = useOffer();
  const isWriter = offers("products:write", "catalog");
  const set = Object.keys(filters);
  const create = isWriter && (
    <Button kind="primary" icon="plus" onClick={() => setOpen("new")}>
      {texts.create}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          {create}
          <ExportButton of="products" filters={filters} />
        </>
      }
    >
      <FilterBar
        search={{ value: filters.q, onChange: (q) => change({ q }), hint: texts.search }}
        count={set.filter((name) => name !== "q").length}
        onClear={clear}
      >
        <ProductFilters filters={filters} onChange={change} />
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.caption}
        columns={useColumns(isWriter)}
        rowKey={({ id }) => id}
        onClear={set.length > 0 ? clear : undefined}
        {...(isWriter && {
          rowActions: (product: Product) => <EditButton product={product} onEdit={setOpen} />,
        })}
        empty={
          <EmptyState icon="products" title={texts.emptyTitle} action={<EmptyActions create={create} />}>
            {texts.empty}
          </EmptyState>
        }
      />
      {open && (
        <ProductDialog {...(open !== "new" && { product: open })} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

function EditButton({ product, onEdit }: { product: Product; onEdit: (product: Product) => void }) {
  return (
    <Button size="small" onClick={() => onEdit(product)} aria-label={`${deskTexts.edit} ${product.name}`}>
      {deskTexts.edit}
    </Button>
  );
}

function EmptyActions({ create }: { create: ReactNode }) {
  const offers = useOffer();
  return (
    <>
      {create}
      {offers("site:import") && (
        <ButtonLink icon="upload" to="/app/transfers">
          {texts.import}
        </ButtonLink>
      )}
    </>
  );
}

type Given = Filters<(typeof names)[number]>;

function ProductFilters({ filters, onChange }: { filters: Given; onChange: (changes: Given) => void }) {
  return (
    <>
      <SelectFilter
        label={texts.active}
        value={filters.active}
        onChange={(active) => onChange({ active })}
        options={yesNo}
      />
      <SelectFilter
        label={texts.inPortal}
        value={filters.portal}
        onChange={(portal) => onChange({ portal })}
        options={yesNo}
      />
      <CreatedFilters filters={filters} onChange={onChange} />
    </>
  );
}

function useColumns(isWriter: boolean): Column<Product>[] {
  const place = usePlace();
  return [
    {
      id: "name",
      title: texts.name,
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
      onPhone: "title",
    },
    { id: "sku", title: texts.sku, cell: ({ sku }) => sku },
    { id: "kind", title: texts.kind, cell: ({ kind }) => texts.kinds[kind], onPhone: "none" },
    {
      id: "price",
      title: texts.price,
      align: "right",
      onPhone: "aside",
      cell: ({ unit_price, currency }) =>
        unit_price === null ? (
          <span className="text-quiet">{texts.noPrice}</span>
        ) : (
          showPrice(unit_price, currency, place)
        ),
    },
    { id: "rate", title: texts.rate, align: "right", cell: ({ tax_rate }) => showNumber(tax_rate, place) },
    {
      id: "active",
      title: texts.active,
      cell: (product) => <Switch product={product} name="active" label={texts.active} disabled={!isWriter} />,
    },
    {
      id: "portal",
      title: texts.portal,
      cell: (product) => <Switch product={product} name="portal" label={texts.portal} disabled={!isWriter} />,
    },
  ];
}
