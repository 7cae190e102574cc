import { useCompany, useHasScope } from "../session.tsx";

/** Whether this person may do that and the company's plan includes it. What is not offered need not be refused. */
export function useCan(): (scope: string, feature?: string) => boolean {
  const hasScope = useHasScope();
  const { disabled_features } = useCompany();
  return (scope, feature) => hasScope(scope) && !(feature && disabled_features.includes(feature));
}
