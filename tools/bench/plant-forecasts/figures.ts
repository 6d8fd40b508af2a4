import { LEVELS, type PlantHistory, type PowerDistribution } from '@solano/domain/forecasting';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';

/** Mean errors of the forecasts of a month, in parts of the installed power; of several months the mean of the months. */
export class Figures {
  learnSeconds = 0;
  forecastSeconds = 0;
  #hours = 0;
  #pinball = 0;
  #climatology = 0;
  #error = 0;
  #physicalError = 0;
  #physicalPinball = 0;
  #inBand = 0;
  #withBand = 0;
  readonly #months: Figures[] = [];

  /** @param first hours of the forecasts. */
  add(
    history: PlantHistory,
    learned: PowerDistribution,
    physical: PowerDistribution,
    first: number,
  ): void {
    const { production, plant } = history;
    const past = climatologyOf(history, learned.start);
    for (let i = 0; i < Math.min(first, learned.mw[0]?.length ?? 0); i += 1) {
      const hour = learned.start + i * HOUR_MS;
      const y = production.mw[(hour - production.start) / HOUR_MS] ?? Number.NaN;
      if (Number.isNaN(y)) continue;
      const at = (forecast: PowerDistribution, level: number) => {
        return (forecast.mw[LEVELS.indexOf(level as 50)] as Float64Array)[i] as number;
      };
      this.#hours += 1;
      this.#pinball += pinball(learned, i, y, plant.installedMw);
      this.#physicalPinball += pinball(physical, i, y, plant.installedMw);
      this.#climatology += pinballOfSample(past((hour % DAY_MS) / HOUR_MS), y);
      this.#error += Math.abs(y - at(learned, 50));
      this.#physicalError += Math.abs(y - at(physical, 50));
      const [p10, p90] = [at(learned, 10), at(learned, 90)];
      if (p10 <= 0 || p90 >= plant.installedMw) continue;
      this.#withBand += 1;
      if (y >= p10 && y <= p90) this.#inBand += 1;
    }
  }

  addMonth(month: Figures): void {
    this.#months.push(month);
  }

  line(name: string): string {
    const parts = this.#months.length > 0 ? this.#months : [this];
    const mean = (of: (figures: Figures) => number) => {
      return parts.reduce((sum, figures) => sum + of(figures), 0) / parts.length;
    };
    const sum = (of: (figures: Figures) => number) => mean(of) * parts.length;
    const learned = mean((each) => each.#pinball / each.#hours);
    const climatology = mean((each) => each.#climatology / each.#hours);
    const nmae = mean((each) => each.#error / each.#hours);
    const physical = mean((each) => each.#physicalError / each.#hours);
    const physicalPinball = mean((each) => each.#physicalPinball / each.#hours);
    const band = sum((each) => each.#inBand) / sum((each) => each.#withBand);
    return [
      name.padEnd(8),
      `pinball ${learned.toFixed(5)}`,
      `climatology ${climatology.toFixed(4)}`,
      `1 - ratio ${(1 - learned / climatology).toFixed(3)}`,
      `p10-p90 ${(100 * band).toFixed(1)} % of ${sum((each) => each.#withBand)}`,
      `nMAE ${nmae.toFixed(4)}`,
      `physical ${physical.toFixed(4)} (x ${(physical / nmae).toFixed(2)}, pinball ${physicalPinball.toFixed(4)})`,
      `learning ${sum((each) => each.learnSeconds).toFixed(1)} s`,
      `forecasting ${((1e3 * sum((each) => each.forecastSeconds)) / sum((each) => each.#hours)).toFixed(3)} ms an hour`,
    ].join('  ');
  }
}

/** Mean loss over the levels 1 to 99 %, those between kept levels on lines, 0 and installed power at the ends. */
function pinball({ mw }: PowerDistribution, hour: number, y: number, installed: number): number {
  const x = [0, ...LEVELS, 100];
  const values = [0, ...mw.map((ofLevel) => ofLevel[hour] as number), installed];
  let loss = 0;
  let above = 1;
  for (let level = 1; level < 100; level += 1) {
    while ((x[above] as number) < level) above += 1;
    const [x0, x1] = [x[above - 1] as number, x[above] as number];
    const [v0, v1] = [values[above - 1] as number, values[above] as number];
    loss += lossOf(v0 + ((level - x0) / (x1 - x0)) * (v1 - v0), level, y);
  }
  return loss / 99 / installed;
}

function lossOf(quantile: number, level: number, y: number): number {
  return y >= quantile ? (level / 100) * (y - quantile) : (1 - level / 100) * (quantile - y);
}

/** The measured values of each hour of the day before a day, sorted. */
function climatologyOf({ production, plant }: PlantHistory, day: number) {
  const hours = new Map<number, number[]>();
  return (hour: number): readonly number[] => {
    const known = hours.get(plant.technology === 'solar' ? hour : 0);
    if (known) return known;
    const values: number[] = [];
    for (let i = 0; i < (day - production.start) / HOUR_MS; i += 1) {
      const isHour = plant.technology === 'wind' || (production.start / HOUR_MS + i) % 24 === hour;
      const value = production.mw[i] ?? Number.NaN;
      if (isHour && !Number.isNaN(value)) values.push(value);
    }
    values.sort((a, b) => a - b);
    hours.set(plant.technology === 'solar' ? hour : 0, values);
    return values;
  };
}

function pinballOfSample(sorted: readonly number[], y: number): number {
  let loss = 0;
  for (let level = 1; level < 100; level += 1) {
    const at = Math.min(sorted.length - 1, Math.floor((level / 100) * sorted.length));
    loss += lossOf(sorted[at] ?? 0, level, y);
  }
  return loss / 99;
}
