import { NO_PAUSE } from '@solano/domain/kernel';
import { everyMinute, type Schedule } from '@solano/domain/service';
import { type PartDeps, summaryParts } from './summary-part.ts';
import type { StaleFilter, SummaryStore } from './summary-store.ts';

/** Purchases that are computed together: neighbours share what they are computed from. */
const BATCH_SIZE = 100;
/** Purchases that a round of the job computes: others have the processor between rounds. */
const ROUND_SIZE = 2_000;

export interface RefreshDeps extends PartDeps {
  readonly summaries: SummaryStore;
}

/** Computes every minute what has changed of summaries, so that who asks for one need not wait for it. */
export function summarySchedule(deps: RefreshDeps): Schedule {
  return {
    name: 'summaries',
    times: everyMinute(),
    async run() {
      await deps.summaries.recheck(deps.clock(), ROUND_SIZE);
      await refreshSummaries(deps, {}, ROUND_SIZE);
    },
  };
}

/**
 * Computes the parts of summaries that are stale. Errors: `store_unavailable`.
 *
 * @param max after so many purchases the rest is left stale.
 */
export async function refreshSummaries(
  deps: RefreshDeps,
  filter: StaleFilter,
  max = Infinity,
): Promise<void> {
  const { summaries, pause = NO_PAUSE } = deps;
  for (let done = 0; done < max; done += BATCH_SIZE) {
    const stale = await summaries.stale(filter, BATCH_SIZE);
    if (stale.length === 0) return;
    const parts = await summaryParts(
      deps,
      stale.map(({ purchase }) => purchase),
    );
    // Where another process was faster, what is still stale is computed again.
    await summaries.put(parts, stale);
    await pause();
  }
}
