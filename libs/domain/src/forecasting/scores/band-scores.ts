import { HOUR_MS } from '@solano/domain/kernel';
import { type OwnForecast, quantileOf } from '../distributions/own-forecast.ts';
import { BANDS } from '../levels.ts';

const PERCENT = 100;
const LEVELS = PERCENT - 1;

/** How good quantiles are. */
export interface BandFigures {
  /** Mean pinball loss over the levels 1 to 99 % and the periods, by nominal power; null without bands, or without nominal power. */
  readonly pinball: number | null;
  /** For each of {@link BANDS} the share of the periods within; null where there are none. */
  readonly coverage: readonly (number | null)[];
}

/** Scores of quantiles, period by period. */
export class BandScores {
  #count = 0;
  #loss = 0;
  readonly #within = BANDS.map(() => 0);
  readonly #counted = BANDS.map(() => 0);
  /** The quantiles of the hour that was scored last: its other quarters have the same. */
  #last: { readonly forecast: OwnForecast; readonly hour: number } | undefined;
  readonly #quantiles = new Float64Array(LEVELS);

  /**
   * @param start of the period (ms).
   * @param measured micro-MW.
   */
  add(forecast: OwnForecast, start: number, measured: number): void {
    this.#read(forecast, Math.floor((start - forecast.start) / HOUR_MS));
    let loss = 0;
    for (let level = 1; level <= LEVELS; level += 1) {
      const error = measured - this.#quantile(level);
      loss += error > 0 ? (error * level) / PERCENT : (-error * (PERCENT - level)) / PERCENT;
    }
    this.#loss += loss / LEVELS;
    this.#count += 1;
    BANDS.forEach((width, i) => {
      const low = this.#quantile((PERCENT - width) / 2);
      const high = this.#quantile((PERCENT + width) / 2);
      // A band at a bound of power contains what is measured there whatever its width.
      if (low <= 0 || high >= forecast.installedMicroMw) return;
      this.#counted[i] = (this.#counted[i] as number) + 1;
      if (measured >= low && measured <= high) this.#within[i] = (this.#within[i] as number) + 1;
    });
  }

  /** @param nominal micro-MW. */
  figures(nominal: number): BandFigures {
    const isNone = this.#count === 0 || nominal === 0;
    return {
      pinball: isNone ? null : this.#loss / this.#count / nominal,
      coverage: this.#counted.map((count, i) => {
        return count === 0 ? null : (this.#within[i] as number) / count;
      }),
    };
  }

  #quantile(level: number): number {
    return this.#quantiles[level - 1] as number;
  }

  #read(forecast: OwnForecast, hour: number): void {
    if (this.#last?.forecast === forecast && this.#last.hour === hour) return;
    this.#last = { forecast, hour };
    for (let level = 1; level <= LEVELS; level += 1) {
      this.#quantiles[level - 1] = quantileOf(forecast, hour, level);
    }
  }
}
