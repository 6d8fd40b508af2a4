/** The production of a plant. */
interface ProductionSeries {
  readonly kind: 'production';
  readonly plantId: string;
}

/** The customers of a user and retailer whose consumption is planned together. */
export interface Portfolio {
  readonly user: string;
  readonly retailer: string;
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
