import type { DeliveredPurchase } from '@solano/domain/desk';
import type { DELIVERED } from './delivery-statements.ts';

type Row = NonNullable<(typeof DELIVERED)['row']>;

export function deliveredPurchase({
  series,
  forecast,
  idmodel,
  note,
  decidedAt,
  decidedBy,
  output,
  evaluatedAt,
  figures,
  realised,
  ...purchase
}: Row): DeliveredPurchase {
  return {
    purchase,
    series,
    ...(forecast !== null && { forecast }),
    decision:
      decidedAt === null
        ? undefined
        : { idmodel, note: note ?? '', decidedAt, decidedBy: decidedBy ?? '' },
    output: output ?? undefined,
    evaluation:
      evaluatedAt === null
        ? undefined
        : { evaluatedAt, figures: figures ?? '', realised: realised ?? '[]' },
  };
}
