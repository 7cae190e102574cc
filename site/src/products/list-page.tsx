import { useState } from "react";
import { CreatedFilters, SelectFilter } from "../dashboard/filters.tsx";
import { ListPage } from "../dashboard/list-page.tsx";
import type { Product } from "../dashboard/records.ts";
import type { Filters } from "../dashboard/use-filters.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/products.ts";
import { Button } from "../ui/button.tsx";
import { formatNumber, formatPrice } from "../ui/format.ts";
import type { Column } from "../ui/table.tsx";
import { useRegion } from "../ui/values.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { Switch } from "./switch.tsx";

const names = ["q", "active", "portal", "created_from", "created_to"] as const;
const yesNo = [
  { value: "true", label: texts.yes },
  { value: "false", label: texts.no },
];

export function ProductsPage() {
  const [open, setOpen] = useState<Product | "new">();
  const isWriter = useCan()("products:write", "catalog");
  return (
    <ListPage<Product, Name>
      of="products"
      texts={texts}
      names={names}
      filters={(given, change) => <ProductFilters filters={given} onChange={change} />}
      columns={useColumns(isWriter)}
      {...(isWriter && {
        rowActions: (product: Product) => <EditButton product={product} onEdit={setOpen} />,
      })}
      canImport
      create={
        isWriter && (
          <Button kind="primary" icon="plus" onClick={() => setOpen("new")}>
            {texts.create}
          </Button>
        )
      }
    >
      {open && (
        <ProductDialog {...(open !== "new" && { product: open })} onClose={() => setOpen(undefined)} />
      )}
    </ListPage>
  );
}

function EditButton({ product, onEdit }: { product: Product; onEdit: (product: Product) => void }) {
  return (
    <Button
      size="small"
      onClick={() => onEdit(product)}
      aria-label={`${dashboardTexts.edit} ${product.name}`}
    >
      {dashboardTexts.edit}
    </Button>
  );
}

type Name = (typeof names)[number];
type Given = Filters<Name>;

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
  const region = useRegion();
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
          <span className="text-muted">{texts.noPrice}</span>
        ) : (
          formatPrice(unit_price, currency, region)
        ),
    },
    { id: "rate", title: texts.rate, align: "right", cell: ({ tax_rate }) => formatNumber(tax_rate, region) },
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
