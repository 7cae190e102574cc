import type { Product } from "../dashboard/records.ts";
import { call } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useChoice } from "../data/use-choice.ts";
import { usePages } from "../data/use-pages.ts";
import { texts } from "../texts/settings/portal.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Checkbox } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { Money } from "../ui/values.tsx";

export function PortalProducts({ mayChange }: { mayChange: boolean }) {
  const pages = usePages<Product>("/products", "products", { active: true });
  return (
    <Card title={texts.products} intro={texts.productsIntro}>
      {pages.error && !pages.rows && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {!pages.rows && !pages.error && <ListSkeleton rows={3} />}
      {pages.rows?.length === 0 && <NoProducts />}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {pages.rows?.map((product) => (
          <li key={product.id} className="border-b border-line">
            <OfferedProduct product={product} mayChange={mayChange} />
          </li>
        ))}
      </ul>
      <div className="mt-4 empty:hidden">
        <Pager pages={pages} />
      </div>
    </Card>
  );
}

function OfferedProduct({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const { id, name, unit_price, currency, portal } = product;
  const offer = useChange((isOffered: boolean) => call("PATCH", `/products/${id}`, { portal: isOffered }), {
    invalidates: affectedBy.products,
  });
  const [isOffered, choose] = useChoice(portal, offer.mutateAsync);
  return (
    <Checkbox
      label={name}
      hint={unit_price === null ? texts.noPrice : <Money amount={unit_price} currency={currency} />}
      checked={isOffered}
      disabled={!mayChange}
      onChange={choose}
    />
  );
}

function NoProducts() {
  return (
    <EmptyState icon="products" title={texts.noProducts}>
      {texts.noProductsBody}
    </EmptyState>
  );
}
