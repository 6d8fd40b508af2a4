import { createHash } from 'node:crypto';
import type { MeasuredSeries } from '@solano/domain/energy';
import type { Portfolio } from '@solano/domain/service';

/** Names a series among those of a customer. */
export function keyOf(series: MeasuredSeries): string {
  if (series.kind === 'production') return `plant ${series.plantId}`;
  return digestOf([series.user, series.retailer, series.group]);
}

/** Names the series of a portfolio. */
export function portfolioKey({ user, retailer }: Portfolio): string {
  return digestOf([user, retailer]);
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
