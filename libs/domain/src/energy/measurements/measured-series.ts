import type { Portfolio } from '@solano/domain/service';

/** The production of a plant. */
interface ProductionSeries {
  readonly kind: 'production';
  readonly plantId: string;
}

/** The consumption of a group of a portfolio; the empty group where there is only one. */
export interface ConsumptionSeries extends Portfolio {
  readonly kind: 'consumption';
  readonly group: string;
}

/** A series of measured power. */
export type MeasuredSeries = ProductionSeries | ConsumptionSeries;

/** Whose series: of the plants, or of a portfolio, of one group where it is named. */
export type SeriesFilter =
  | { readonly kind: 'production'; readonly plantIds: readonly string[] }
  | (Portfolio & { readonly kind: 'consumption'; readonly group?: string | undefined });
