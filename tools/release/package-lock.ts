import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A package as package-lock.json describes it: a workspace of ours, or one of the registry. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** By the path from the root. */
export type Packages = Readonly<Record<string, LockedPackage>>;

interface PackageLock {
  readonly packages: Packages;
}

const LOCK = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

export async function readPackageLock(): Promise<PackageLock> {
  return JSON.parse(await readFile(LOCK, 'utf8')) as PackageLock;
}

/**
 * Workspaces and all that they need, what is for development only left out: as package-lock.json would have them, if
 * there were nothing else.
 */
export function productionPackages(workspaces: readonly string[], packages: Packages): Packages {
  const needed = reached(workspaces, packages, true);
  const withoutPeers = reached(workspaces, packages, false);
  const production: Record<string, LockedPackage> = {};
  for (const [path, locked] of Object.entries(packages)) {
    // npm links workspaces that nothing else names.
    const place = locked.link ? (locked.resolved as string) : path;
    if (!needed.has(place)) continue;
    const { dev: _, devDependencies: __, devOptional, peer: ___, ...entry } = locked;
    production[path] = {
      ...entry,
      ...(devOptional && { optional: true }),
      ...(!withoutPeers.has(place) && { peer: true }),
    };
  }
  return production;
}

/** The paths of workspaces and of all that they need, with their peers or without. */
function reached(
  workspaces: readonly string[],
  packages: Packages,
  hasPeers: boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...workspaces];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    waiting.push(...dependenciesOf(path, packages, hasPeers));
  }
  return found;
}

/** The paths of what a package needs: of a link, the workspace. */
export function dependenciesOf(path: string, packages: Packages, hasPeers = true): string[] {
  const entry = packages[path];
  if (!entry) throw new Error(`package-lock.json has no ${path}.`);
  if (entry.link) return [entry.resolved as string];
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => hasPeers && !peerDependenciesMeta?.[name]?.optional,
  );
  const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
  return [...names].flatMap((name) => {
    const at = resolved(path, name, packages);
    if (at !== undefined) return at;
    if (optionalDependencies?.[name] !== undefined) return [];
    throw new Error(`package-lock.json lacks ${name} of ${path}.`);
  });
}

/** Where Node finds a package from another: in the nearest node_modules above. */
function resolved(path: string, name: string, packages: Packages): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const isFolderOfPackages = folder.endsWith('node_modules');
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (!isFolderOfPackages && packages[at]) return at;
    if (folder === '') return undefined;
  }
}

/** The name of a package of the registry by its path. */
export function nameOf(path: string, { name }: LockedPackage): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
