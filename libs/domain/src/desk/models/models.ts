import { cheapestCapped } from './cheapest-capped.ts';
import { cvarDay } from './cvar-day.ts';
import { dayAhead } from './day-ahead.ts';
import { hourlyMean } from './hourly-mean.ts';
import { ladder } from './ladder.ts';
import { limitBids } from './limit-bids.ts';
import { meanVariance } from './mean-variance.ts';
import type { StrategyModel } from './model.ts';
import { spreadResale } from './spread-resale.ts';

/** Every model that the service has, by ascending idmodel. */
export const MODELS: readonly StrategyModel[] = [
  dayAhead,
  ladder,
  cheapestCapped,
  meanVariance,
  cvarDay,
  spreadResale,
  limitBids,
  hourlyMean,
];
