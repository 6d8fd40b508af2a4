import { isSolanoError, type Log, NO_PAUSE } from '@solano/domain/kernel';
import { everyMinute, type Schedule } from '@solano/domain/service';
import { type PartDeps, summaryParts } from './summary-part.ts';
import type { StalePurchase, SummaryStore } from './summary-store.ts';

/** Changes of purchases that are looked at together: neighbours share what they are computed from. */
const BATCH_SIZE = 400;
/** Purchases that a round of the job computes: others have the processor between rounds. */
const ROUND_SIZE = 2_000;
/** Purchases that a line of the log names. */
const MAX_NAMED = 10;

export interface RefreshDeps extends PartDeps {
  readonly summaries: SummaryStore;
}

/** Computes every minute what has changed of summaries, so that who asks for one need not wait for it. */
export function summarySchedule(deps: RefreshDeps & { readonly log: Log }): Schedule {
  return {
    name: 'summaries',
    times: everyMinute(),
    async run() {
      await deps.summaries.recheck(deps.clock(), ROUND_SIZE);
      const failed = await refreshRound(deps);
      if (failed.size === 0) return;
      const purchases = [...failed.keys()].slice(0, MAX_NAMED);
      const [err] = failed.values();
      const details = { err, purchases, count: failed.size };
      deps.log.error(details, 'what purchases add to summaries could not be computed');
    },
  };
}

/**
 * Computes the stale parts of some purchases. Errors: `store_unavailable`, and whatever one of them cannot be
 * computed for.
 */
export async function refreshSummaries(
  deps: RefreshDeps,
  purchaseIds: readonly string[],
): Promise<void> {
  const { summaries, pause = NO_PAUSE } = deps;
  for (;;) {
    const stale = await summaries.stale({ purchaseIds }, BATCH_SIZE);
    if (stale.length === 0) return;
    await storeParts(deps, stale);
    await pause();
  }
}

/**
 * Computes stale parts of all purchases, up to the size of a round. Returns those that cannot be computed, which
 * stay stale, with the error of each. Errors: `store_unavailable`.
 */
async function refreshRound(deps: RefreshDeps): Promise<ReadonlyMap<string, unknown>> {
  const { summaries, pause = NO_PAUSE } = deps;
  const failed = new Map<string, unknown>();
  let failedChanges = 0;
  for (let done = 0; done < ROUND_SIZE; done += BATCH_SIZE) {
    const found = await summaries.stale({}, BATCH_SIZE + failedChanges);
    const stale = found.filter(({ purchase }) => !failed.has(purchase.id));
    if (stale.length === 0) return failed;
    for (const each of await storePartsApart(deps, stale, failed)) {
      failedChanges += each.changes.length;
    }
    await pause();
  }
  return failed;
}

/** Stores what can be computed; the others are noted as failed, and returned. */
async function storePartsApart(
  deps: RefreshDeps,
  stale: readonly StalePurchase[],
  failed: Map<string, unknown>,
): Promise<readonly StalePurchase[]> {
  try {
    await storeParts(deps, stale);
    return [];
  } catch (error) {
    if (isSolanoError(error, 'store_unavailable')) throw error;
    if (stale.length === 1) {
      failed.set((stale[0] as StalePurchase).purchase.id, error);
      return stale;
    }
  }
  const lost: StalePurchase[] = [];
  for (const each of stale) lost.push(...(await storePartsApart(deps, [each], failed)));
  return lost;
}

/** Where another process was faster, what is still stale is computed again. */
async function storeParts(deps: RefreshDeps, stale: readonly StalePurchase[]): Promise<void> {
  const parts = await summaryParts(
    deps,
    stale.map(({ purchase }) => purchase),
  );
  await deps.summaries.put(parts, stale);
}
