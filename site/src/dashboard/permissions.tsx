import { useCompany, useMay } from "../session.tsx";

/** Whether this person may do that and the company's plan includes it. What is not offered need not be refused. */
export function useOffer(): (scope: string, feature?: string) => boolean {
  const may = useMay();
  const { disabled_features } = useCompany();
  return (scope, feature) => may(scope) && !(feature && disabled_features.includes(feature));
}
