const CONCURRENCY = 16;

/**
 * Does the work for every item, 16 at a time, and returns the results in the items' order. Once one
 * has failed, no other is begun.
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // A generator, which ends for all lanes where one leaves its loop by an error.
  const rest = (function* () {
    yield* items.entries();
  })();
  const lane = async () => {
    for (const [i, item] of rest) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, lane));
  return results;
}
