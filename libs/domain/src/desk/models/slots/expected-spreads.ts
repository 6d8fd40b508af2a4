import { dateAt, HOUR_MS, startOfDate } from '@solano/domain/kernel';
import {
  MILLI,
  PRICE_LIMITS,
  priceRange,
  rulesOfSession,
  type Session,
  type SpreadCurve,
  spreadAt,
} from '@solano/domain/market';
import type { Slot } from '../model.ts';
import type { SplitInputs } from '../split-inputs.ts';

/**
 * Slots with the expected spreads of their later sessions over the earlier: by the curve of the hour in
 * which the item ends; without one constant, at the hour's mean spread, and without that at the predicted.
 */
export function withExpectedSpreads(
  slots: readonly Slot[],
  { spreads = {}, spreadCurves = [], priceLimits = PRICE_LIMITS }: SplitInputs,
): Slot[] {
  const curves = new Map(
    spreadCurves.map((day) => [nameOf(day.date, day.earlier, day.later), day.hours]),
  );
  const constant = (value: number): SpreadCurve => ({ surprises: [0], spreads: [value] });
  return slots.map((slot) => {
    const { sessions, weighed, period } = slot;
    const date = dateAt(period.end - 1);
    const hour = Math.floor((period.end - 1 - startOfDate(date)) / HOUR_MS);
    const meanOf = (session: Session) => {
      return session === 'MD' ? 0 : spreadAt(spreads, session, period.end);
    };
    const between = (i: number, k: number): SpreadCurve => {
      const [earlier, later] = [sessions[i] as Session, sessions[k] as Session];
      const learned = curves.get(nameOf(date, earlier, later))?.[hour];
      if (learned) return learned;
      const [own, other] = [meanOf(earlier), meanOf(later)];
      if (own !== undefined && other !== undefined) return constant((other - own) / MILLI);
      const predicted = (weighed[k] as number) - (weighed[i] as number);
      return constant(predicted / period.minutes / MILLI);
    };
    const pairs = sessions.map((_, i) => {
      return sessions.slice(i + 1).map((__, later) => between(i, i + 1 + later));
    });
    const ranges = sessions.map((session) => {
      const { market } = rulesOfSession(session);
      return priceRange(priceLimits, market, date);
    });
    return { ...slot, bidding: { spreads: pairs, ranges } };
  });
}

function nameOf(date: string, earlier: Session, later: Session): string {
  return `${date} ${earlier} ${later}`;
}
