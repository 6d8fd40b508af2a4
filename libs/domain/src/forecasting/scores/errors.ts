/** Errors of forecasts in parts of nominal power; null without nominal power, or without a period. */
export interface ErrorFigures {
  readonly nmae: number | null;
  readonly nrmse: number | null;
  readonly bias: number | null;
}

/** Sums of errors in micro-MW, forecast minus measured. */
export class ErrorSums {
  #count = 0;
  #sum = 0;
  #magnitudes = 0;
  #squares = 0;

  add(error: number): void {
    this.#count += 1;
    this.#sum += error;
    this.#magnitudes += Math.abs(error);
    this.#squares += error * error;
  }

  get periods(): number {
    return this.#count;
  }

  /** Root of the mean square in micro-MW, NaN without a period. */
  get rmse(): number {
    return Math.sqrt(this.#squares / this.#count);
  }

  /** @param nominal micro-MW. */
  figures(nominal: number): ErrorFigures {
    if (nominal === 0 || this.#count === 0) return { nmae: null, nrmse: null, bias: null };
    return {
      nmae: this.#magnitudes / this.#count / nominal,
      nrmse: this.rmse / nominal,
      bias: this.#sum / this.#count / nominal,
    };
  }
}

/** Errors by a key, such as the hour. */
export class GroupedErrors {
  readonly #groups = new Map<number, ErrorSums>();

  add(key: number, error: number): void {
    let sums = this.#groups.get(key);
    if (!sums) {
      sums = new ErrorSums();
      this.#groups.set(key, sums);
    }
    sums.add(error);
  }

  /** In order of key. */
  figures(nominal: number): (ErrorFigures & { readonly key: number; readonly periods: number })[] {
    return [...this.#groups]
      .sort(([a], [b]) => a - b)
      .map(([key, sums]) => ({ key, periods: sums.periods, ...sums.figures(nominal) }));
  }
}

/** Errors of a forecast and of its reference, over the periods that both have. */
export class Skill {
  readonly #forecast = new ErrorSums();
  readonly #reference = new ErrorSums();

  /** @param reference error in micro-MW, NaN where the reference has no value. */
  add(forecast: number, reference: number): void {
    if (Number.isNaN(reference)) return;
    this.#forecast.add(forecast);
    this.#reference.add(reference);
  }

  /** 1 − RMSE ÷ RMSE of the reference; null where the reference has no error or no period. */
  get value(): number | null {
    const reference = this.#reference.rmse;
    return reference > 0 ? 1 - this.#forecast.rmse / reference : null;
  }
}
