import { useState } from "react";
import { ListPage, useList } from "../dashboard/list-page.tsx";
import type { Product } from "../dashboard/records.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts as listTexts } from "../texts/lists.ts";
import { texts } from "../texts/products.ts";
import { Button } from "../ui/button.tsx";
import { formatNumber, formatPrice } from "../ui/format.ts";
import type { Column } from "../ui/table.tsx";
import { useRegion } from "../ui/values.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { Switch } from "./switch.tsx";

const yesNo = [
  { value: "true", label: texts.yes },
  { value: "false", label: texts.no },
];

const productList = {
  list: "products",
  tabsLabel: texts.tabs.label,
  tabs: [
    { count: "all", label: texts.tabs.all, filters: {} },
    { count: "active", label: texts.tabs.active, filters: { active: "true" } },
    { count: "inactive", label: texts.tabs.inactive, filters: { active: "false" } },
  ],
  fields: [
    { name: "portal", label: texts.inPortal, options: yesNo },
    { name: "currency", label: listTexts.currency, kind: "currency" },
    { name: "created_from", label: listTexts.createdFrom, kind: "date" },
    { name: "created_to", label: listTexts.createdTo, kind: "date" },
  ],
  searchHint: texts.search,
  sums: [],
  countLabel: texts.count,
} as const;

export function ProductsPage() {
  const [open, setOpen] = useState<Product | "new">();
  const isWriter = useCan()("products:write", "catalog");
  const state = useList<Product>("products");
  return (
    <ListPage<Product, "products">
      {...productList}
      state={state}
      texts={texts}
      icon="products"
      exported="products"
      caption={texts.caption}
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

function useColumns(isWriter: boolean): Column<Product>[] {
  const region = useRegion();
  return [
    {
      id: "name",
      title: texts.name,
      sort: "name",
      cell: ({ name, sku, kind }) => (
        <>
          <span className="line-clamp-2 font-semibold" title={name}>
            {name}
          </span>
          <span className="block text-sm font-normal text-muted">
            {texts.kinds[kind]}
            {sku && ` · ${sku}`}
          </span>
        </>
      ),
      onPhone: "title",
    },
    {
      id: "price",
      title: texts.price,
      align: "right",
      sort: "unit_price",
      sortFirst: "descending",
      onPhone: "aside",
      cell: ({ unit_price, currency }) =>
        unit_price === null ? (
          <span className="text-muted">{texts.noPrice}</span>
        ) : (
          <span className="font-medium whitespace-nowrap">{formatPrice(unit_price, currency, region)}</span>
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
