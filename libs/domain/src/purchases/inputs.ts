import { SolanoError } from '../errors.ts';
import { CancelledSessions } from '../markets/cancelled-sessions.ts';
import { ErrorHistory } from '../prices/error-history.ts';
import { PredictedCurves } from '../prices/predicted-curves.ts';
import type { PriceStore } from '../prices/prices.ts';
import type { StrategyStore } from '../strategies/catalogue.ts';
import { listStrategies } from '../strategies/catalogue.ts';
import { splitInputs } from '../strategies/gather-inputs.ts';
import type { SplitterTask } from '../strategies/split.ts';
import { NOT_COMPUTED } from '../strategies/split.ts';
import type { SeriesItem } from '../strategies/split-inputs.ts';
import type { JsonText } from '../values/text.ts';
import type { PurchaseWithSeries } from './purchase.ts';
import { readSeries } from './series.ts';

export interface PurchaseInputDeps {
  readonly strategies: Pick<StrategyStore, 'get'>;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  /** Version of the service, which evaluations name. */
  readonly software: string;
}

/** Gathers what purchases are split and evaluated by, each history and curve of prices once. */
export class PurchaseInputs {
  readonly #deps: PurchaseInputDeps;
  readonly #history = new ErrorHistory();
  readonly #curves = new PredictedCurves();
  readonly #cancelled = new CancelledSessions();

  constructor(deps: PurchaseInputDeps) {
    this.#deps = deps;
  }

  /**
   * What is known now. Errors: `store_unavailable`; `computation_failed` for a series that cannot
   * be read.
   *
   * @param before only predictions generated before this instant (ms; default: ever) are known.
   */
  async of({ purchase, series }: PurchaseWithSeries, before = Infinity): Promise<SplitterTask> {
    const { strategies, software } = this.#deps;
    const items = storedItems(series);
    const { version, models } = await listStrategies(strategies, purchase);
    const task = { items, submittedAt: purchase.createdAt.getTime(), settings: models };
    const prices = this.#deps.prices.seenBy(purchase.customerId);
    const inputs = await splitInputs(prices, task, before, {
      errorsOf: (query) => this.#history.of(prices, query),
      cancelledOf: (first, last) => this.#cancelled.of(prices, first, last),
      ...(before === Infinity && {
        curveOf: (market, periods) => this.#curves.of(prices, market, periods),
      }),
    });
    const used = models.map(({ idmodel, enabled, parameters }) => ({
      idmodel,
      enabled,
      parameters,
    }));
    return { inputs, provenance: { settings: { version, models: used }, software } };
  }
}

/** The items as they were accepted; if they cannot be read, no retry will help. */
function storedItems(series: JsonText): SeriesItem[] {
  try {
    return readSeries(JSON.parse(series));
  } catch (cause) {
    throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
  }
}
