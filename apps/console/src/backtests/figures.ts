import type { Figure, Series } from '../figure/figure.ts';
import type { Item } from '../purchases/data.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleName } from '../strategies/rule-name.ts';
import { t } from '../strategies/texts.ts';
import { lengthOfDay } from '../time/days.ts';
import { labelInstants } from '../time/labels.ts';
import { DAY_MS, dayOf, MADRID, startOfDay } from '../time/zone.ts';
import type { BacktestResult } from './data.ts';

/** Returns the first and the last Madrid day of items; undefined without any. */
export function daysOf(items: readonly Item[]): { from: string; to: string } | undefined {
  // A label is the end of its period: midnight belongs to the day before.
  const days = labelInstants(items.map(({ datetime }) => datetime))
    .map((end) => dayOf(end - 1, MADRID))
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

const COLORS = ['--md', '--mid1', '--mid2', '--mid3', '--accent', '--warn'];

/** Returns the cumulative savings of each model, of constant rules and of foresight. */
export function savingsFigure({ days, benchmarks, flat }: BacktestResult): Figure {
  const rules = benchmarks.map(({ name }) => name);
  const models = [...new Set(days.flatMap((day) => day.models.map(({ idmodel }) => idmodel)))];
  const lines: Series[] = models.map((idmodel, index) => ({
    label: modelName(idmodel),
    values: running(days.map((day) => day.models.find((each) => each.idmodel === idmodel))),
    color: COLORS[index % COLORS.length] ?? '--md',
    decimals: 2,
  }));
  return {
    title: t.result,
    unit: flat ? t.flatEuros : 'EUR',
    zone: MADRID,
    starts: days.map(({ date }) => startOfDay(date, MADRID)),
    step: days.length === 0 ? DAY_MS : lengthOfDay(days.at(-1)?.date ?? '', MADRID),
    series: [
      ...lines,
      ...rules.map((name, index) => ({
        label: ruleName(name),
        values: running(days.map((day) => day.benchmarks.find((each) => each.name === name))),
        color: '--muted',
        dash: index === 0 ? [2, 3] : [8, 3, 2, 3],
        decimals: 2,
      })),
      {
        label: t.foresight,
        values: running(days.map((day) => day.perfect_foresight)),
        color: '--muted',
        dash: [5, 4],
        decimals: 2,
      },
    ],
  };
}

function running(days: readonly ({ readonly saving_eur: string } | undefined)[]): number[] {
  let sum = 0;
  return days.map((day) => {
    sum += Number(day?.saving_eur ?? 0);
    return sum;
  });
}
