import { MINUTE_MS } from '@solano/domain/kernel';
import type { BandedPrediction, PredictionWindow, PricePrediction } from './prices.ts';

/** Sorts predictions by their generation time, the newest first. */
export function newestFirst(a: PricePrediction, b: PricePrediction): number {
  return b.generatedAt.getTime() - a.generatedAt.getTime();
}

/** Whether a prediction was generated before a window closed, and has time in it. */
export function isInWindow(
  prediction: PricePrediction,
  { from, to, before }: PredictionWindow,
): boolean {
  const { first, last } = spanOf(prediction);
  return prediction.generatedAt.getTime() < before && last > from && first < to;
}

/** Start of the first and end of the last period (ms); NaN, which nothing is near, where none is. */
export function spanOf({ ends, stepMinutes }: PricePrediction): { first: number; last: number } {
  const [end = Number.NaN] = ends;
  return { first: end - stepMinutes * MINUTE_MS, last: ends.at(-1) ?? Number.NaN };
}

/** A prediction with those of its periods that overlap a window. */
export function cutToWindow<Prediction extends PricePrediction & Partial<BandedPrediction>>(
  prediction: Prediction,
  { from, to }: PredictionWindow,
): Prediction {
  const { ends, prices, bands, stepMinutes } = prediction;
  const overlaps = (_: unknown, i: number) => {
    const end = ends[i] as number;
    return end > from && end - stepMinutes * MINUTE_MS < to;
  };
  return {
    ...prediction,
    ends: ends.filter(overlaps),
    prices: prices.filter(overlaps),
    ...(bands && { bands: bands.map((band) => band.filter(overlaps)) }),
  };
}
