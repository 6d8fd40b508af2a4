/** How many final states each purchase got. */
export const SETTLEMENTS = `SELECT id, count(change.status)::int AS count FROM purchase
  LEFT JOIN purchase_status_change change
    ON purchase_id = id AND change.status IN ('completed', 'failed') GROUP BY id`;

/** Outcomes of purchases. */
export interface PurchaseCount {
  /** Ids of accepted purchases that are not there. */
  readonly lost: readonly string[];
  /** Ids of purchases that got more than one final state. */
  readonly settledTwice: readonly string[];
  /** Ids of purchases without a final state so far. */
  readonly unsettled: readonly string[];
}

/**
 * Counts apart what is wrong, what may still be waiting, and what is well.
 *
 * @param accepted ids of the purchases whose submission got a 201.
 * @param settlements how many final states each purchase got, by its id; holds every purchase there is.
 */
export function countPurchases(
  accepted: Iterable<string>,
  settlements: ReadonlyMap<string, number>,
): PurchaseCount {
  const having = (isCounted: (count: number) => boolean) =>
    [...settlements].filter(([, count]) => isCounted(count)).map(([id]) => id);
  return {
    lost: [...accepted].filter((id) => !settlements.has(id)),
    settledTwice: having((count) => count > 1),
    unsettled: having((count) => count === 0),
  };
}
