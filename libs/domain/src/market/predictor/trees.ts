import { HOURS } from '@solano/domain/kernel';
import {
  type BinEdges,
  type Boosted,
  binRows,
  boost,
  findEdges,
  predictBoosted,
} from '@solano/domain/kernel/learning';
import type { DayInputs } from './features.ts';
import type { TrainingDay } from './lear.ts';
import { type TreeRows, treeRowsOf } from './tree-features.ts';

const WINDOW_DAYS = 730;
/** Chosen on 2024 (docs/forecasts.md). */
const SETTINGS = {
  trees: 80,
  rate: 0.12,
  maxLeaves: 12,
  minLeafRows: 60,
  featureShare: 0.25,
  rowShare: 0.25,
};
const MEDIAN = [0.5];
const SEED = 1;
/** Bins are found from every fifth hour: as good, and the cost of a fit is mostly in sorting. */
const EDGE_STEP = 5;

/** Trees that predict all hours of a day; plain numbers, so that a prediction can be traced. */
export interface TreesFit {
  /** How many exogenous series it knows. */
  readonly series: number;
  readonly edges: BinEdges;
  readonly boosted: Boosted;
}

/**
 * Boosted trees for the median of (price − the last day's price) ÷ the last week's spread, one model for
 * all hours. Unlike a linear model they can tell a state in which sun and wind cover demand from others.
 *
 * @param trainingDays oldest first; a day without exogenous values is learned from all the same.
 */
export function fitTrees(trainingDays: readonly TrainingDay[], series: number): TreesFit {
  const used = trainingDays.slice(-WINDOW_DAYS);
  const days = used.map((day) => rowsOf(day, series));
  const columns = columnsOf(days);
  const y = new Float64Array(used.length * HOURS);
  used.forEach(({ hours, past }, i) => {
    const { spread } = days[i] as TreeRows;
    const yesterday = past.at(-1) as Float64Array;
    y.set(
      hours.map((price, hour) => (price - (yesterday[hour] as number)) / spread),
      i * HOURS,
    );
  });
  const edges = findEdges(
    columns.map((column) => column.filter((_, row) => row % EDGE_STEP === 0)),
  );
  return { series, edges, boosted: boost(binRows(columns, edges), y, MEDIAN, SETTINGS, SEED) };
}

/** The hours that a fit expects of a day, EUR/MWh. */
export function predictTrees(
  { series, edges, boosted }: TreesFit,
  inputs: DayInputs,
): Float64Array {
  const day = treeRowsOf(inputs, series);
  const [changes] = predictBoosted(boosted, binRows(columnsOf([day]), edges));
  const yesterday = inputs.past.at(-1) as Float64Array;
  return yesterday.map((price, hour) => price + day.spread * (changes?.[hour] as number));
}

const cachedRows = new WeakMap<TrainingDay, TreeRows>();

/** A training day's rows, computed once: they are the same in every fit. */
function rowsOf(day: TrainingDay, series: number): TreeRows {
  const rows = cachedRows.get(day) ?? treeRowsOf(day, series);
  cachedRows.set(day, rows);
  return rows;
}

function columnsOf(days: readonly TreeRows[]): Float64Array[] {
  const features = days[0]?.rows[0]?.length ?? 0;
  const columns = Array.from({ length: features }, () => new Float64Array(days.length * HOURS));
  days.forEach(({ rows }, i) => {
    rows.forEach((row, hour) => {
      row.forEach((value, feature) => {
        (columns[feature] as Float64Array)[i * HOURS + hour] = value;
      });
    });
  });
  return columns;
}
