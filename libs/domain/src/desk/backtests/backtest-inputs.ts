import {
  HourSpreads,
  MAX_DAYS,
  type PastErrors,
  type PastErrorsQuery,
  type PriceReader,
  pastErrors,
  type SpreadCurveReader,
} from '@solano/domain/market';
import type { GatheredInputs, SplitTask } from '../models/split-inputs.ts';
import { splitInputs } from '../purchases/inputs.ts';

interface ReadDays {
  readonly errors: PastErrors;
  /** The first Madrid day that has not been read. */
  readonly next: string;
}

/**
 * Gathers what the models need on one day after the other, as {@link splitInputs} does, but reads
 * the history of each day only once: how far predictions were off does not change later.
 */
export class DailyInputs {
  readonly #prices: PriceReader;
  readonly #curves: SpreadCurveReader | undefined;
  readonly #spreads: HourSpreads;
  readonly #maxDays: number;
  /** By session and vintage. */
  readonly #read = new Map<string, ReadDays>();

  /** @param maxDays of errors that the models learn from. */
  constructor(prices: PriceReader, spreadCurves?: SpreadCurveReader, maxDays = MAX_DAYS) {
    this.#curves = spreadCurves;
    this.#maxDays = maxDays;
    this.#prices = prices;
    this.#spreads = new HourSpreads(prices);
  }

  /**
   * Errors: `store_unavailable`.
   *
   * @param task submitted later than those before it.
   */
  gather(task: SplitTask, gate: number): Promise<GatheredInputs> {
    const errorsOf = async (query: PastErrorsQuery) => {
      const key = `${query.vintage.session} ${query.session.session}`;
      const errors = await this.#readOn(query, this.#read.get(key));
      this.#read.set(key, { errors, next: query.before });
      return errors;
    };
    const spreadsBefore = (date: string) => this.#spreads.before(date);
    return splitInputs(this.#prices, task, gate, {
      errorsOf,
      spreadsBefore,
      ...(this.#curves && { spreadCurves: this.#curves }),
    });
  }

  async #readOn(query: PastErrorsQuery, known: ReadDays | undefined): Promise<PastErrors> {
    const maxDays = this.#maxDays;
    const newer = await pastErrors(this.#prices, { ...query, since: known?.next, maxDays });
    return new Map([...newer, ...(known?.errors ?? [])].slice(0, maxDays));
  }
}
