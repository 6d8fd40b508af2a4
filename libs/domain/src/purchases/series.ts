import { SolanoError } from '../errors.ts';
import type { SeriesItem } from '../strategies/split-inputs.ts';
import { inferStep, LabelReader } from '../time/label.ts';

/** A submitted item with the instant (ms) that its label means. */
interface PurchaseItem {
  readonly label: string;
  readonly end: number;
  readonly megawatts: number;
}

/**
 * Checks a submitted `purchase` array and counts its items. Errors: `invalid_request` naming the
 * first bad item.
 *
 * @param value the parsed JSON value.
 * @param max the greatest number of items that is accepted.
 */
export function countItems(value: unknown, max: number): number {
  return readItems(value, max, PURCHASE).length;
}

/** What messages call a series. */
interface SeriesNames {
  readonly field: string;
  readonly item: string;
}

const PURCHASE: SeriesNames = { field: 'purchase', item: 'Purchase item' };

/**
 * The items of a purchase in their order, each with its period. The step is inferred from the
 * whole series. Errors: as {@link countItems}.
 */
export function readSeries(value: unknown, max = Infinity, names = PURCHASE): SeriesItem[] {
  const items = readItems(value, max, names);
  const minutes = inferStep(items.map(({ end }) => end));
  return items.map(({ label, end, megawatts }) => ({ label, period: { end, minutes }, megawatts }));
}

function readItems(value: unknown, max: number, { field, item }: SeriesNames): PurchaseItem[] {
  if (value === undefined || value === null) throw invalid(`Missing required field: ${field}`);
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw invalid(`Field '${field}' must be an array of objects`);
  }
  if (value.length === 0) throw invalid(`Field '${field}' must not be empty`);
  if (value.length > max) {
    throw invalid(`Field '${field}' must not hold more than ${max} items`);
  }
  const labels = new LabelReader();
  return value.map((each, index) => readItem(each, `${item} at index ${index}`, labels));
}

function readItem(item: Record<string, unknown>, name: string, labels: LabelReader): PurchaseItem {
  const label = item.datetime;
  if (label === undefined || label === null) {
    throw invalid(`${name} is missing required field: datetime`);
  }
  const end = typeof label === 'string' ? labels.read(label) : 'invalid';
  if (end === 'invalid') {
    throw invalid(`${name} has an invalid datetime format (expected YYYY-MM-DD HH:MM)`);
  }
  if (typeof item.purchase !== 'number' || !Number.isFinite(item.purchase)) {
    throw invalid(`${name} has a 'purchase' field that is not a number (MW)`);
  }
  if (end === 'repeated') throw invalid(`${name} repeats the datetime ${label as string}`);
  return { label: label as string, end, megawatts: item.purchase };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string): SolanoError {
  return new SolanoError('invalid_request', message);
}
