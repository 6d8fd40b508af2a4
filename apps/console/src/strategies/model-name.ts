/** The names of the service's models, by their number in outputs. */
const MODEL_NAMES: Readonly<Record<number, string>> = {
  1: 'DAY_AHEAD',
  2: 'LADDER',
  3: 'CHEAPEST_CAPPED',
  4: 'MEAN_VARIANCE',
  5: 'CVAR_DAY',
  6: 'SPREAD_RESALE',
  7: 'LIMIT_BIDS',
  8: 'HOURLY_MEAN',
};

export function modelName(idmodel: number): string {
  return `${idmodel} ${MODEL_NAMES[idmodel] ?? ''}`.trim();
}
