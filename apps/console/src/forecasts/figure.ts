import type { Schemas } from '../api/client.ts';
import type { Figure, Series } from '../chart/figure.ts';
import { labelInstants, stepOf } from '../time/labels.ts';
import { HOUR_MS } from '../time/zone.ts';
import type { ForecastRow } from './data.ts';
import { t } from './texts.ts';

const KWH_OF_A_MWH = 1000;
const COLORS = ['--md', '--mid1', '--mid2', '--mid3'];
const DASHES = [undefined, [6, 4], [2, 3]];

interface ForecastOptions {
  readonly title: string;
  readonly zone: string;
  /** MWh of each period instead of MW. */
  readonly isEnergy: boolean;
  /** One line for the sum of the plants. */
  readonly isSummed?: boolean;
  readonly outages?: readonly Schemas['Unavailability'][];
}

/** Forecasts as a chart: a line for each plant, or for their sum. */
export function forecastFigure(rows: readonly ForecastRow[], options: ForecastOptions): Figure {
  const { title, zone, isEnergy, isSummed = false, outages = [] } = options;
  const plants = [...new Set(rows.map(({ plant }) => plant))];
  // Labels are in UTC, as no zone is asked for: each is one instant.
  const ends = labelInstants(
    rows.map(({ datetime }) => datetime),
    'UTC',
  );
  const times = [...new Set(ends)].sort((one, other) => one - other);
  const step = stepOf(times);
  const index = new Map(times.map((at, place) => [at, place]));
  const perPlant = new Map(plants.map((plant) => [plant, nothing(times.length)]));
  rows.forEach(({ plant, pred }, row) => {
    const values = perPlant.get(plant);
    const place = index.get(ends[row] ?? 0);
    if (!values || place === undefined || pred === '') return;
    const mwh = Number(pred) / KWH_OF_A_MWH;
    values[place] = isEnergy ? mwh : mwh / (step / HOUR_MS);
  });
  const lines =
    isSummed && plants.length > 1
      ? [[t.sum, sumOf([...perPlant.values()])] as const]
      : [...perPlant];
  return {
    title,
    unit: isEnergy ? 'MWh' : 'MW',
    zone,
    starts: times.map((at) => at - step),
    step,
    fromZero: true,
    marks: outages.map((outage) => ({
      from: Date.parse(outage.start_time_utc),
      to: Date.parse(outage.end_time_utc),
      label: outage.availability_type,
    })),
    series: lines.map(([label, values], place) => lineOf(label, values, place)),
  };
}

function lineOf(label: string, values: readonly (number | null)[], place: number): Series {
  const color = COLORS[place % COLORS.length] ?? '--md';
  const dash = DASHES[Math.floor(place / COLORS.length) % DASHES.length];
  return { label, values, color, decimals: 2, ...(dash && { dash }) };
}

function nothing(length: number): (number | null)[] {
  return Array.from({ length }, () => null);
}

/** The sum by period; null where no plant has a value. */
function sumOf(lines: readonly (readonly (number | null)[])[]): (number | null)[] {
  return (lines[0] ?? []).map((_value, index) => {
    const values = lines.map((line) => line[index] ?? null).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}
