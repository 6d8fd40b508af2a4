import { inferStep, invalidRequest, isObject, LabelReader, MINUTE_MS } from '@solano/domain/kernel';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { DeliveryTimes } from './purchase.ts';

/** When the items of a purchase deliver. */
export function deliveryTimes(items: readonly SeriesItem[]): DeliveryTimes {
  let [from, to] = [Infinity, -Infinity];
  for (const { period } of items) {
    from = Math.min(from, period.end - period.minutes * MINUTE_MS);
    to = Math.max(to, period.end);
  }
  return { deliversFrom: new Date(from), deliversTo: new Date(to) };
}

/** A submitted item with the instant (ms) that its label means. */
interface PurchaseItem {
  readonly label: string;
  readonly end: number;
  readonly megawatts: number;
}

/** The series in messages. */
interface SeriesNames {
  readonly field: string;
  readonly item: string;
}

const PURCHASE: SeriesNames = { field: 'purchase', item: 'Purchase item' };

/**
 * The items of a submitted `purchase` array in their order, each with its period. The step is inferred
 * from the whole series. Errors: `invalid_request` naming the first bad item.
 *
 * @param value the parsed JSON value.
 * @param max the greatest number of items that is accepted.
 */
export function readSeries(value: unknown, max = Infinity, names = PURCHASE): SeriesItem[] {
  const items = readItems(value, max, names);
  const minutes = inferStep(items.map(({ end }) => end));
  return items.map(({ label, end, megawatts }) => ({ label, period: { end, minutes }, megawatts }));
}

function readItems(value: unknown, max: number, { field, item }: SeriesNames): PurchaseItem[] {
  if (value === undefined || value === null)
    throw invalidRequest(`Missing required field: ${field}`);
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw invalidRequest(`Field '${field}' must be an array of objects`);
  }
  if (value.length === 0) throw invalidRequest(`Field '${field}' must not be empty`);
  if (value.length > max) {
    throw invalidRequest(`Field '${field}' must not hold more than ${max} items`);
  }
  const labels = new LabelReader();
  return value.map((each, index) => readItem(each, `${item} at index ${index}`, labels));
}

function readItem(item: Record<string, unknown>, name: string, labels: LabelReader): PurchaseItem {
  const label = item.datetime;
  if (label === undefined || label === null) {
    throw invalidRequest(`${name} is missing required field: datetime`);
  }
  const end = typeof label === 'string' ? labels.read(label) : 'invalid';
  if (end === 'invalid') {
    throw invalidRequest(`${name} has an invalid datetime format (expected YYYY-MM-DD HH:MM)`);
  }
  if (typeof item.purchase !== 'number' || !Number.isFinite(item.purchase)) {
    throw invalidRequest(`${name} has a 'purchase' field that is not a number (MW)`);
  }
  if (end === 'repeated') throw invalidRequest(`${name} repeats the datetime ${label as string}`);
  return { label: label as string, end, megawatts: item.purchase };
}
