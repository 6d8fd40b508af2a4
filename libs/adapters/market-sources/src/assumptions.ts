import type { Direction, Fundamental, Market } from '@solano/domain/market';

// What is assumed of the sources, as of 2026-11-22. None of them could be reached from where this
// was written: the forms come from their public descriptions and from files that others kept.

/** Families of OMIE's public files, by market, with the session in the name. */
export const OMIE_FILES: Readonly<Record<Market, { family: string; session: string }>> = {
  md_pdbc_spain: { family: 'marginalpdbc', session: '' },
  mid_pibc01_spain: { family: 'marginalpibc', session: '01' },
  mid_pibc02_spain: { family: 'marginalpibc', session: '02' },
  mid_pibc03_spain: { family: 'marginalpibc', session: '03' },
};

/** Indicators of e·sios. A value's `datetime_utc` is the start of its period. */
export const ESIOS_INDICATORS: Readonly<Record<Market | Fundamental, number>> = {
  md_pdbc_spain: 600,
  mid_pibc01_spain: 612,
  mid_pibc02_spain: 613,
  mid_pibc03_spain: 614,
  demand: 1775,
  wind: 1777,
  solar: 1779,
};
/**
 * Indicators of e·sios with the prices of deviations: 687 is "Precio de pago desvíos a bajar", 686
 * "Precio de cobro desvíos a subir". An operator can name others.
 */
export const ESIOS_IMBALANCE: Readonly<Record<Direction, number>> = { short: 687, long: 686 };
/** Spain, as values are asked for. */
export const ESIOS_SPAIN = 3;
/** The peninsula, for which forecasts and prices of deviations may be given whatever is asked for. */
export const ESIOS_PENINSULA = 8741;

/** Spain's bidding zone. */
const ENTSOE_AREA = '10YES-REE------0';

/** The ENTSO-E request of each series: day-ahead prices, load and generation forecasts. */
export const ENTSOE_QUERIES: Readonly<
  Partial<Record<Market | Fundamental, Readonly<Record<string, string>>>>
> = {
  md_pdbc_spain: { documentType: 'A44', in_Domain: ENTSOE_AREA, out_Domain: ENTSOE_AREA },
  demand: { documentType: 'A65', processType: 'A01', outBiddingZone_Domain: ENTSOE_AREA },
  wind: { documentType: 'A69', processType: 'A01', psrType: 'B19', in_Domain: ENTSOE_AREA },
  solar: { documentType: 'A69', processType: 'A01', psrType: 'B16', in_Domain: ENTSOE_AREA },
};
