/** The part of package-lock.json that says why a package is there. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** Wanted for development, and by something optional. */
  readonly devOptional?: boolean;
  readonly peer?: boolean;
}

/** Kinds of packages that an installation may leave out. */
export type Kind = 'dev' | 'optional' | 'peer';

/** Whether npm keeps the package in a folder when it omits some kinds; undefined: there is none. */
export function isKept(lock: Lock, path: string, omitted: readonly Kind[]): boolean | undefined {
  const entry = lock.packages[path];
  if (!entry) return undefined;
  if (entry.devOptional && omitted.includes('dev') && omitted.includes('optional')) return false;
  return !omitted.some((kind) => entry[kind]);
}
