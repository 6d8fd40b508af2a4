/**
 * Units of energy in a MWh: MW × minutes, to 24 decimals. What is finer in a purchase is rounded: it could
 * not move a cent.
 */
export const PER_MWH = 60n * 10n ** 24n;
/** Units of money in a EUR: energy × thousandths of EUR/MWh, in quarters for the mean of four prices. */
export const PER_EURO = 4_000n * PER_MWH;

/**
 * A period for which the energy that was bought is compared with the energy that was measured: a quarter
 * of an hour, or an hour where the prices of deviations are hourly. Energy is a whole number of 1 /
 * {@link PER_MWH} MWh, money of 1 / {@link PER_EURO} EUR.
 */
export interface ComparedPeriod {
  /** Start and end (ms). */
  readonly start: number;
  readonly end: number;
  /** Bought less sold. */
  readonly bought: bigint;
  /** What the purchases came from, at the busbar; what was bought where they came from no forecast. */
  readonly forecast: bigint;
  /** At the busbar: with losses. */
  readonly measured: bigint;
  /** What was bought cost, fees included. */
  readonly marketCost: bigint;
  /** What was bought, at the day-ahead price, without fees. */
  readonly dayAheadCost: bigint;
  /** Deviation × its price: what energy too little cost, or less what energy too much brought. */
  readonly deviationCost: bigint;
  /** By how much the deviation is dearer than the same energy day-ahead. */
  readonly overDayAhead: bigint;
  /** The same had the forecast been bought. */
  readonly forecastOverDayAhead: bigint;
}

/** Why a period could not be compared: its `price` is that of deviations, `market_price` any other. */
export const LACKING = ['measurement', 'decision', 'price', 'market_price'] as const;
export type Lacking = (typeof LACKING)[number];

/** Time that could not be compared (ms). */
interface MissingTime {
  readonly from: number;
  readonly to: number;
  readonly what: Lacking;
}

/** Energy of a session in the compared periods, in the units of {@link ComparedPeriod}. */
export interface SessionBought {
  readonly session: string;
  /** `executed` where executed trades were delivered, by session and day; `both`: on some days. */
  readonly restsOn: 'decision' | 'executed' | 'both';
  readonly bought: bigint;
  /** Fees included. */
  readonly cost: bigint;
}

/** Shares of a cancelled session that no later session covers. */
interface NotBought {
  readonly session: string;
  readonly energy: bigint;
}

/** Bought and measured energy of some days, as far as all is known that it takes to compare them. */
export interface ComparedPeriods {
  /** In order of time. */
  readonly periods: readonly ComparedPeriod[];
  /** In order of time, then of {@link LACKING}. */
  readonly missing: readonly MissingTime[];
  /** Ids of the purchases without a decision in time, which are not counted. */
  readonly undecided: readonly string[];
  /** In the order of sessions; those that traded nothing are left out. */
  readonly sessions: readonly SessionBought[];
  readonly notBought: readonly NotBought[];
}
