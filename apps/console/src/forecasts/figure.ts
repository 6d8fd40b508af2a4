import type { Schemas } from '../api/client.ts';
import type { Figure, Series } from '../figure/figure.ts';
import { labelInstants, stepOf } from '../time/labels.ts';
import { HOUR_MS } from '../time/zone.ts';
import { marksOf } from '../unavailabilities/marks.ts';
import type { ForecastRow } from './data.ts';
import { t } from './texts.ts';

const KWH_OF_A_MWH = 1000;
const COLORS = ['--md', '--mid1', '--mid2', '--mid3'];
const DASHES = [undefined, [6, 4], [2, 3]];

interface ForecastOptions {
  readonly title: string;
  readonly zone: string;
  /** Whether values are MWh of each period instead of MW. */
  readonly isEnergy: boolean;
  /** Whether one line shows the sum of the plants. */
  readonly isSummed?: boolean;
  readonly outages?: readonly Schemas['Unavailability'][];
}

/** Returns forecasts as a chart: a line for each plant, or for their sum. */
export function forecastFigure(rows: readonly ForecastRow[], options: ForecastOptions): Figure {
  const { title, zone, isEnergy, isSummed = false, outages = [] } = options;
  const step = stepOf([...new Set(endsOf(rows))].sort((one, other) => one - other));
  const energies = [...perPlant(rows)].map(
    ([name, own]) => [name, inSteps(energyOf(own, step), step)] as const,
  );
  const starts = [...new Set(energies.flatMap(([, energy]) => [...energy.keys()]))].sort(
    (one, other) => one - other,
  );
  const size = isEnergy ? 1 : step / HOUR_MS;
  const lines = energies.map(([name, energy]) => {
    const values = starts.map((at) => {
      const mwh = energy.get(at);
      return mwh === undefined ? null : mwh / size;
    });
    return [name, values] as const;
  });
  const displayed =
    isSummed && lines.length > 1
      ? [[t.sum, sumOf(lines.map(([, values]) => values))] as const]
      : lines;
  return {
    title,
    unit: isEnergy ? 'MWh' : 'MW',
    zone,
    starts,
    step,
    fromZero: true,
    marks: marksOf(outages),
    series: displayed.map(([label, values], index) => lineOf(label, values, index)),
  };
}

function perPlant(rows: readonly ForecastRow[]): Map<string, ForecastRow[]> {
  const plants = new Map<string, ForecastRow[]>();
  for (const row of rows) {
    const own = plants.get(row.plant) ?? [];
    own.push(row);
    plants.set(row.plant, own);
  }
  return plants;
}

/** Returns the ends of periods. Labels are in UTC, because no zone is requested: each is one instant. */
function endsOf(rows: readonly ForecastRow[]): number[] {
  return labelInstants(
    rows.map(({ datetime }) => datetime),
    'UTC',
  );
}

/** MWh by the start of the period, and the length of each period: plants may differ in it. */
interface Energy {
  readonly step: number;
  readonly mwh: ReadonlyMap<number, number>;
}

/** @param usual the length of a lone period. */
function energyOf(rows: readonly ForecastRow[], usual: number): Energy {
  const ends = endsOf(rows);
  const step = ends.length > 1 ? stepOf(ends) : usual;
  const mwh = new Map<number, number>();
  rows.forEach(({ pred }, row) => {
    if (pred !== '') mwh.set((ends[row] ?? 0) - step, Number(pred) / KWH_OF_A_MWH);
  });
  return { step, mwh };
}

/** Divides the energy evenly into shorter periods: a chart and a sum of plants have one step. */
function inSteps({ step, mwh }: Energy, shorter: number): ReadonlyMap<number, number> {
  const parts = Math.round(step / shorter);
  if (parts === 1) return mwh;
  const spread = new Map<number, number>();
  for (const [start, energy] of mwh)
    for (let part = 0; part < parts; part += 1) spread.set(start + part * shorter, energy / parts);
  return spread;
}

function lineOf(label: string, values: readonly (number | null)[], index: number): Series {
  const color = COLORS[index % COLORS.length] ?? '--md';
  const dash = DASHES[Math.floor(index / COLORS.length) % DASHES.length];
  return { label, values, color, decimals: 2, ...(dash && { dash }) };
}

/** Returns the sum by period; null if no plant has a value. */
function sumOf(lines: readonly (readonly (number | null)[])[]): (number | null)[] {
  return (lines[0] ?? []).map((_value, index) => {
    const values = lines.map((line) => line[index] ?? null).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}
