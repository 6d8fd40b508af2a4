/** Errors of some periods, summed. */
interface Sums {
  count: number;
  error: number;
  bias: number;
  ofYesterday: number;
  banded: number;
  covered: number;
  width: number;
}

const LOW = 1;
const HIGH = 5;

/** Errors and coverage of the 80 % band by name, in the order of the first value of each. */
export class Figures {
  readonly #sums = new Map<string, Sums>();

  /** Adds one quarter hour, EUR/MWh; `band` holds p5, p10, p25, p50, p75, p90, p95. */
  add(
    names: readonly string[],
    predicted: { readonly price: number; readonly band: readonly number[] | undefined },
    realised: number,
    yesterday: number,
  ): void {
    for (const name of names) {
      const sums = this.#of(name);
      sums.count += 1;
      sums.error += Math.abs(predicted.price - realised);
      sums.bias += predicted.price - realised;
      sums.ofYesterday += Math.abs(yesterday - realised);
      if (!predicted.band) continue;
      const [low, high] = [predicted.band[LOW] as number, predicted.band[HIGH] as number];
      sums.banded += 1;
      sums.covered += low <= realised && realised <= high ? 1 : 0;
      sums.width += high - low;
    }
  }

  /** A table in Markdown. */
  *lines(): Generator<string> {
    yield '| span | MAE | of yesterday | too high by | in p10–p90 | width |';
    yield '|---|---|---|---|---|---|';
    for (const [name, { count, error, bias, ofYesterday, banded, covered, width }] of this.#sums) {
      const figures = [
        (error / count).toFixed(2),
        (error / ofYesterday).toFixed(3),
        (bias / count).toFixed(1),
        `${((100 * covered) / banded).toFixed(1)} %`,
        (width / banded).toFixed(1),
      ];
      yield `| ${name} | ${figures.join(' | ')} |`;
    }
  }

  #of(name: string): Sums {
    const empty = { count: 0, error: 0, bias: 0, ofYesterday: 0, banded: 0, covered: 0, width: 0 };
    const sums = this.#sums.get(name) ?? empty;
    this.#sums.set(name, sums);
    return sums;
  }
}
