import { bandOf, byStart, type PowerLine } from '../measurements/figure.ts';
import type { ForecastPeriod } from './data.ts';
import { t } from './texts.ts';

/** The forecast of the service, with its band. */
export function solanoLine(rows: readonly ForecastPeriod[]): PowerLine {
  const mw = byStart(rows, (row) => row.mw);
  return { label: t.solano, color: '--mid2', mw, band: bandOf(rows) };
}

/** What outages leave of forecasts; of two of a period the last counts. */
export function availableLine(rows: readonly ForecastPeriod[]): PowerLine {
  const mw = byStart(rows, ({ available_mw }) => available_mw);
  return { label: t.available, color: '--mid1', dash: [5, 4], mw };
}
