import { blockBootstrap } from '@solano/domain/kernel/statistics';
import type { ClearedHour } from './cleared-hours.ts';

/** What may wait for the later session. */
const FLEXIBLE = 0.4;
const PERCENT = 100;

/** EUR of a day. */
interface DaySaving {
  readonly sum: number;
  readonly count: number;
}

/** What days saved over buying all of it in the earlier session, in EUR per MW and day. */
export class Figures {
  readonly #foresight: DaySaving[] = [];
  readonly #rule: DaySaving[] = [];
  readonly #curve: DaySaving[] = [];

  add(hours: readonly ClearedHour[]): void {
    const saved = (waits: (hour: ClearedHour) => boolean) => {
      return {
        count: 1,
        sum: hours.reduce((sum, hour) => sum - (waits(hour) ? FLEXIBLE * hour.spread : 0), 0),
      };
    };
    this.#foresight.push(saved(({ spread }) => spread < 0));
    this.#rule.push(saved(({ ruleWaits }) => ruleWaits));
    this.#curve.push(saved(({ waits }) => waits));
  }

  /** Shares of what foresight saves in percent, the lead over the rule, and the mean of the worst tenth of days. */
  line(name: string): string {
    const [foresight, rule, curve] = [this.#foresight, this.#rule, this.#curve].map(sumOf) as [
      number,
      number,
      number,
    ];
    const leads = this.#curve.map(({ sum, count }, i) => ({
      count,
      sum: sum - (this.#rule[i] as DaySaving).sum,
    }));
    const [low, high] = blockBootstrap(leads, this.#foresight) ?? [Number.NaN, Number.NaN];
    const percent = (share: number) => (PERCENT * share).toFixed(1).padStart(6);
    return [
      name.padEnd(8),
      `${String(this.#curve.length).padStart(4)} days`,
      `curve ${percent(curve / foresight)} %`,
      `rule ${percent(rule / foresight)} %`,
      `lead ${percent((curve - rule) / foresight)} [${percent(low)}, ${percent(high)}]`,
      `worst tenth ${worstTenth(this.#curve)} (rule ${worstTenth(this.#rule)}) EUR`,
    ].join('  ');
  }
}

function sumOf(days: readonly DaySaving[]): number {
  return days.reduce((sum, day) => sum + day.sum, 0);
}

function worstTenth(days: readonly DaySaving[]): string {
  const count = Math.ceil(days.length / 10);
  const worst = days.toSorted((a, b) => a.sum - b.sum).slice(0, count);
  return (sumOf(worst) / count).toFixed(1);
}
