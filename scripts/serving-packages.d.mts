export function removeBuildPackages(root: string): void;
export function servingPackages(packages: Record<string, object>): Set<string>;
