import { numberOf } from '../api/number-of.ts';
import type { Figure, Series } from '../figure/figure.ts';
import { fill } from '../i18n/language.ts';
import { COLORS, DASHES, SESSIONS, type Session } from '../prices/sessions.ts';
import { labelInstants, stepOf } from '../time/labels.ts';
import { MADRID } from '../time/zone.ts';
import type { Item, ModelObject, TableRow } from './data.ts';
import { t } from './texts.ts';

const PERCENT = 100;
/** Significant digits of a decimal number that a double keeps. */
const DIGITS = 15;

/** The MW of a session by item; resales are below zero. */
interface SessionMegawatts {
  readonly bought: readonly number[];
  readonly sold: readonly number[];
}

/** Returns the purchases and resales of a model in each session. */
export function sessionMegawatts(
  items: readonly Item[],
  model: ModelObject,
): Map<string, SessionMegawatts> {
  return new Map(
    Object.entries(model.value).map(([session, rows]) => {
      const bought = items.map(() => 0);
      const sold = items.map(() => 0);
      itemIndexes(rows, items).forEach((item, index) => {
        const row = rows[index];
        if (item === undefined || !row) return;
        const megawatts = items[item]?.purchase ?? 0;
        bought[item] = part(megawatts, row.purchase_percentage);
        sold[item] = part(-megawatts, row.sale_percentage);
      });
      return [session, { bought, sold }];
    }),
  );
}

/** Returns a percentage of MW; 0 has no sign. */
function part(megawatts: number, percentage: number): number {
  return decimal((megawatts * percentage) / PERCENT) + 0;
}

/** Rounds the last digits of a binary product: 0.45, not 0.44999999999999996. */
function decimal(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

interface Labelled {
  readonly datetime: string;
}

/** Returns the item of each row: models keep the items' order, customers' outputs may not. */
function itemIndexes(
  rows: readonly Labelled[],
  items: readonly Labelled[],
): (number | undefined)[] {
  let item = -1;
  const inOrder = rows.map(({ datetime }) => {
    do item += 1;
    while (item < items.length && items[item]?.datetime !== datetime);
    return item;
  });
  if (item < items.length) return inOrder;
  const indices = new Map(itemKeys(items).map((key, index) => [key, index]));
  return itemKeys(rows).map((key) => indices.get(key));
}

/** Returns a label with the number of its earlier occurrences: in autumn one occurs twice. */
function itemKeys(rows: readonly Labelled[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ datetime }) => {
    const occurrence = seen.get(datetime) ?? 0;
    seen.set(datetime, occurrence + 1);
    return `${datetime} ${occurrence}`;
  });
}

interface PurchaseFigureOptions {
  readonly title: string;
  readonly items: readonly Item[];
  readonly model: ModelObject;
  /** The table with the prices of the periods, if they are known. */
  readonly table: readonly TableRow[] | undefined;
}

/**
 * Returns a model's MW stacked by session, purchases above zero and resales below, with the
 * sessions' prices over them.
 */
export function purchaseFigure({ title, items, model, table }: PurchaseFigureOptions): Figure {
  const { starts, step, order } = periodsOf(items);
  const megawatts = sessionMegawatts(items, model);
  const sessions = SESSIONS.filter((session) => megawatts.has(session));
  const sorted = (values: readonly (number | null)[]) =>
    order.map((index) => values[index] ?? null);
  return {
    title,
    unit: 'MW',
    rightUnit: 'EUR/MWh',
    zone: MADRID,
    starts,
    step,
    fromZero: true,
    series: [
      ...stacked(
        sessions.flatMap((session) => {
          const { bought = [], sold = [] } = megawatts.get(session) ?? {};
          const resale = { session, label: fill(t.sold, { session }), values: sorted(sold) };
          return [
            { session, label: session, values: sorted(bought) },
            ...(sold.some((value) => value !== 0) ? [{ ...resale, isSale: true }] : []),
          ];
        }),
      ),
      ...(table ? sessions.flatMap((session) => priceLine(session, table, sorted)) : []),
    ],
  };
}

interface ComparedModel {
  readonly name: string;
  readonly model: ModelObject;
}

/**
 * Returns the MW that two models buy in each session, less what they sell: the lines of the second
 * one are broad and pale below those of the first.
 */
export function modelsFigure(
  title: string,
  items: readonly Item[],
  models: readonly [ComparedModel, ComparedModel],
): Figure {
  const { starts, step, order } = periodsOf(items);
  const lines = models.flatMap(({ name, model }, index) =>
    [...sessionMegawatts(items, model)].map(([session, { bought, sold }]) => ({
      session,
      label: `${session} · ${name}`,
      values: order.map((item) => (bought[item] ?? 0) + (sold[item] ?? 0)),
      isBroad: index === 1,
    })),
  );
  const isUsed = (session: string) =>
    lines.some((line) => line.session === session && line.values.some((value) => value !== 0));
  const series = SESSIONS.filter(isUsed).flatMap((session) =>
    lines
      .filter((line) => line.session === session)
      // A broad line of one colour has no room for dashes.
      .map(({ label, values, isBroad }) => ({
        ...(isBroad ? { color: COLORS[session], isBroad } : styleOf(session)),
        label,
        values,
        decimals: 3,
      }))
      .reverse(),
  );
  return { title, unit: 'MW', zone: MADRID, starts, step, fromZero: true, series };
}

/** Returns a chart of a submitted series without models. */
export function seriesFigure(title: string, items: readonly Item[]): Figure {
  const { starts, step, order } = periodsOf(items);
  const values = order.map((index) => items[index]?.purchase ?? null);
  const series = [{ label: 'MW', values, color: '--md', isFilled: true, decimals: 3 }];
  return { title, unit: 'MW', zone: MADRID, starts, step, fromZero: true, series };
}

/** Returns the periods of items in order of time: items may be in any order, a chart has one. */
function periodsOf(items: readonly Item[]) {
  const ends = labelInstants(items.map(({ datetime }) => datetime));
  const order = ends
    .map((_end, index) => index)
    .sort((one, other) => (ends[one] ?? 0) - (ends[other] ?? 0));
  const sorted = order.map((index) => ends[index] ?? 0);
  const step = stepOf(sorted);
  return { starts: sorted.map((end) => end - step), step, order };
}

interface Layer {
  readonly session: Session;
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly isSale?: boolean;
}

/**
 * Values above zero and below it are summed apart. The highest stack is drawn first, and the others
 * over its foot.
 */
function stacked(layers: readonly Layer[]): Series[] {
  const above: number[] = [];
  const below: number[] = [];
  return layers
    .map(({ session, label, values, isSale = false }) => ({
      label,
      values,
      drawn: values.map((value, index) => {
        const isBelow = (value ?? 0) < 0 || (isSale && !value);
        const sums = isBelow ? below : above;
        sums[index] = (sums[index] ?? 0) + (value ?? 0);
        return sums[index];
      }),
      ...styleOf(session),
      outline: `${COLORS[session]}-line`,
      isFilled: true,
      decimals: 3,
    }))
    .reverse();
}

function priceLine(
  session: Session,
  table: readonly TableRow[],
  sorted: (values: readonly (number | null)[]) => (number | null)[],
): Series[] {
  const values = table.map((row) => numberOf(row[`${session}_price`]));
  if (values.every((value) => value === null)) return [];
  const label = fill(t.price, { session });
  const color = `${COLORS[session]}-line`;
  return [
    { ...styleOf(session), label, values: sorted(values), color, decimals: 2, isRight: true },
  ];
}

function styleOf(session: Session): Pick<Series, 'color' | 'dash'> {
  const dash = DASHES[session];
  return { color: COLORS[session], ...(dash && { dash }) };
}
