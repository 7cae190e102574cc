import { useCompany, useMay } from "../session.tsx";

/** May this person do that, and has the company's plan the feature for it? What is not offered can't be refused. */
export function useOffer(): (scope: string, feature?: string) => boolean {
  const may = useMay();
  const { disabled_features } = useCompany();
  return (scope, feature) => may(scope) && !(feature && disabled_features.includes(feature));
}
