import { BANDS, type Score } from '@solano/domain/forecasting';
import { counted } from '../format.ts';
import { aligned, NONE, paragraphs } from '../table.ts';

/** The score of the forecasts of a plant. */
export interface NamedScore {
  readonly plant: string;
  readonly score: Score;
}

const HEADER = ['plant', 'origin', 'quarters', 'nMAE', 'nRMSE', 'bias', 'skill', 'pinball'];

/** Scores as text for people; errors in percent of nominal power. */
export function forecastScoreText(title: string, scores: readonly NamedScore[]): string {
  const rows = scores.flatMap(({ plant, score }) =>
    score.origins.map((each) => [
      plant,
      each.origin,
      String(each.periods),
      ...[each.nmae, each.nrmse, each.bias, each.skillPersistence, each.pinball].map(percent),
      ...each.coverage.map(percent),
    ]),
  );
  const bands = BANDS.map((width) => `in ${width} %`);
  const table = rows.length > 0 ? aligned([[...HEADER, ...bands], ...rows], 2) : [];
  const meaning =
    rows.length > 0
      ? [
          'Errors in % of nominal power; skill against persistence; the share of periods in each band.',
        ]
      : ['No forecast could be scored.'];
  return paragraphs([[title, ...meaning], table, leftOut(scores), lost(scores)]);
}

function leftOut(scores: readonly NamedScore[]): string[] {
  return scores.flatMap(({ plant, score }) => {
    const { outage, noProduction, noForecast } = score.leftOut;
    if (outage + noProduction + noForecast === 0) return [];
    const parts = [
      [outage, 'with an unavailability'],
      [noProduction, 'without production'],
      [noForecast, 'without a forecast'],
    ] as const;
    const named = parts.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
    return [`${plant}: left out ${named.join(', ')}.`];
  });
}

function lost(scores: readonly NamedScore[]): string[] {
  return scores.flatMap(({ plant, score }) => {
    const known = score.lost.filter(({ mwh }) => mwh !== null);
    if (known.length === 0) return [];
    const mwh = known.reduce((sum, each) => sum + (each.mwh ?? 0), 0);
    const outages = counted(known.length, 'unavailability', 'unavailabilities');
    return [`${plant}: ${mwh.toFixed(1)} MWh lost in ${outages}.`];
  });
}

function percent(share: number | null): string {
  return share === null ? NONE : (100 * share).toFixed(1);
}
