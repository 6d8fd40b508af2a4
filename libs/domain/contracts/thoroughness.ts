import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all random examples of this run of tests. */
    seed: number;
    /** 1 in `npm test`; how many times as much is tried in `npm run test:long`. */
    thoroughness: number;
  }
}

/** How often a test that is to be quick in `npm test` tries something in this run of tests. */
export function times(count: number): number {
  return count * inject('thoroughness');
}
