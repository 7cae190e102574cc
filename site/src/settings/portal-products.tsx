import type { Product } from "../dashboard/records.ts";
import { call } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { usePages } from "../data/use-pages.ts";
import { texts } from "../texts/settings/portal.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Checkbox } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { toastError } from "../ui/toast.tsx";
import { Money } from "../ui/values.tsx";

export function PortalProducts({ mayChange }: { mayChange: boolean }) {
  const pages = usePages<Product>("/products", "products", { active: true });
  const offer = useChange(
    ({ id, portal }: Pick<Product, "id" | "portal">) => call("PATCH", `/products/${id}`, { portal }),
    { invalidates: affectedBy.products },
  );
  return (
    <Card title={texts.products} intro={texts.productsIntro}>
      {pages.error && !pages.rows && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {!pages.rows && !pages.error && <ListSkeleton rows={3} />}
      {pages.rows?.length === 0 && <NoProducts />}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {pages.rows?.map(({ id, name, unit_price, currency, portal }) => (
          <li key={id} className="border-b border-line">
            <Checkbox
              label={name}
              hint={unit_price === null ? texts.noPrice : <Money amount={unit_price} currency={currency} />}
              checked={offer.variables?.id === id && offer.isPending ? offer.variables.portal : portal}
              disabled={!mayChange}
              onChange={(isOffered) => offer.mutate({ id, portal: isOffered }, { onError: toastError })}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 empty:hidden">
        <Pager pages={pages} />
      </div>
    </Card>
  );
}

function NoProducts() {
  return (
    <EmptyState icon="products" title={texts.noProducts}>
      {texts.noProductsBody}
    </EmptyState>
  );
}
