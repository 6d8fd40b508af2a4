import {
  dateAt,
  HOUR_MINUTES,
  HOUR_MS,
  invalidRequest,
  labelOf,
  MINUTE_MS,
  QUARTER_MINUTES,
  quartersOfDate,
} from '@solano/domain/kernel';
import type { SeriesItem } from '../models/split-inputs.ts';
import { wattsOf } from './exact-cost.ts';

/** The limit of an item that is bought or sold: no plant has more. */
const MAX_MEGAWATTS = 1_000_000_000;

/** Returns the items that are bought on a Madrid day (`YYYY-MM-DD`). */
export type ItemsOfDay = (date: string) => readonly SeriesItem[];

/** 1 MW in every quarter hour. */
export function flatItems(date: string): readonly SeriesItem[] {
  return quartersOfDate(date).map((end) => {
    return { label: labelOf(end), period: { end, minutes: QUARTER_MINUTES }, megawatts: 1 };
  });
}

/**
 * The items of a series by their Madrid day; a day of nothing but 0 MW has none. Errors:
 * `invalid_request` for an item that lies in two days or is too large.
 */
export function itemsOfSeries(series: readonly SeriesItem[]): ItemsOfDay {
  const byDate = new Map<string, SeriesItem[]>();
  for (const item of series) {
    const { end, minutes } = item.period;
    if (Math.abs(item.megawatts) > MAX_MEGAWATTS) {
      const message = `The item ${item.label} of the series is larger than ${MAX_MEGAWATTS} MW.`;
      throw invalidRequest(message);
    }
    const date = dateAt(end - 1);
    if (dateAt(end - minutes * MINUTE_MS) !== date) {
      throw invalidRequest(`The item ${item.label} of the series lies in two days.`);
    }
    const items = byDate.get(date) ?? [];
    byDate.set(date, items);
    items.push(item);
  }
  return (date) => {
    const items = byDate.get(date) ?? [];
    return items.some((item) => wattsOf(item) !== 0n) ? items : [];
  };
}

/** The energy of each hour as one item of its mean MW; what lies in two hours stays as it is. */
export function itemsByHour(items: readonly SeriesItem[]): readonly SeriesItem[] {
  /** By its end (ms): an autumn day shows a label twice. */
  const merged = new Map<number, SeriesItem>();
  for (const item of items) {
    const { end, minutes } = item.period;
    const hourEnd = Math.ceil(end / HOUR_MS) * HOUR_MS;
    const isInside = end - minutes * MINUTE_MS >= hourEnd - HOUR_MS;
    const own = isInside ? (item.megawatts * minutes) / HOUR_MINUTES : item.megawatts;
    const period = isInside ? { end: hourEnd, minutes: HOUR_MINUTES } : item.period;
    merged.set(period.end, {
      label: labelOf(period.end),
      period,
      megawatts: own + (merged.get(period.end)?.megawatts ?? 0),
    });
  }
  return [...merged.values()];
}
