import type { ErrorsByVintage, SeriesItem, Slot } from '@solano/domain/desk';
import { HOUR_MS, LabelReader } from '@solano/domain/kernel';
import { type PastErrors, SESSIONS, type Session } from '@solano/domain/market';

const NOON = Date.parse('2026-11-22T11:00Z');

/** One value for each session that is in S. */
export type BySession<T> = Partial<Record<Session, T>>;

/**
 * A slot of an hour with its sessions' prices and past errors in EUR/MWh: 1 MW in the hour after
 * noon of a day, unless it is said otherwise.
 *
 * @param hour its place in the day, counted from noon.
 */
export function slotOf(
  prices: BySession<number>,
  errors: BySession<readonly number[]> = {},
  { megawatts = 1, hour = 0 } = {},
): Slot {
  return {
    label: '2026-11-22 13:00',
    period: { end: NOON + (hour + 1) * HOUR_MS, minutes: 60 },
    megawattHours: megawatts,
    sessions: Object.keys(prices) as Session[],
    weighed: Object.values(prices).map((price) => Math.round(price * 1000) * 60),
    errors: Object.values(errors).map((own) => Float64Array.from(own)),
  };
}

/** Hundredths of a percent bought less those sold, as percent by session, without zeros. */
export function percentOf(
  slot: Slot,
  allocation: readonly { bought: number; sold: number }[] | undefined,
): BySession<number> {
  const entries = slot.sessions.map((session, i) => {
    const { bought = Number.NaN, sold = Number.NaN } = allocation?.[i] ?? {};
    return [session, (bought - sold) / 100] as const;
  });
  return Object.fromEntries(entries.filter(([, percent]) => percent !== 0));
}

/** Items of 1 MW. */
export function itemsOf(minutes: number, ...labels: string[]): SeriesItem[] {
  const reader = new LabelReader();
  return labels.map((label) => {
    return { label, period: { end: reader.read(label) as number, minutes }, megawatts: 1 };
  });
}

/** A history that is the same whatever the vintage of its predictions. */
export function byVintage(history: ReadonlyMap<Session, PastErrors>): ErrorsByVintage {
  return new Map(SESSIONS.map(({ session }) => [session, history]));
}
