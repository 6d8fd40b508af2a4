import {
  type Decimal,
  dateAfter,
  decimalOf,
  MINUTE_MS,
  type Region,
  startOfDate,
} from '@solano/domain/kernel';

/** What a customer says of the measurements of a plant. */
export interface PlantSettings {
  /** How long after its end the first value of a period counts as known, in whole minutes. */
  readonly knownAfterMinutes: number;
}

/** Losses from a day on. */
export interface DatedLosses {
  /** The first Madrid day, `YYYY-MM-DD`. */
  readonly from: string;
  /** What is added to measured energy, as `5.25`: at most four decimals, 0 or more, below 100. */
  readonly percent: Decimal;
}

/** Until when a group belongs to a portfolio. */
export interface GroupEnd {
  readonly group: string;
  /** The last Madrid day, `YYYY-MM-DD`, on which it counts; null where it has no end. */
  readonly ends: string | null;
}

/** A place on the earth in decimal degrees. */
export interface Place {
  /** −90 to 90. */
  readonly lat: number;
  /** −180 to 180. */
  readonly lon: number;
}

/** What a customer says of the measurements of a portfolio. */
export interface PortfolioSettings extends PlantSettings {
  /** In order of day. */
  readonly losses: readonly DatedLosses[];
  /** Each group once; those that are not named have no end. */
  readonly groups: readonly GroupEnd[];
  /** Whose holidays the consumers have; null: those of all Spain. */
  readonly region: Region | null;
  /** Where the consumers are: whose temperature counts; null: none does. */
  readonly place: Place | null;
}

export const DEFAULT_PLANT_SETTINGS: PlantSettings = { knownAfterMinutes: 60 };

export const DEFAULT_PORTFOLIO_SETTINGS: PortfolioSettings = {
  ...DEFAULT_PLANT_SETTINGS,
  losses: [],
  groups: [],
  region: null,
  place: null,
};

/** How long (ms) after its end the first value of a period counts as known. */
export function knownAfterMs({ knownAfterMinutes }: PlantSettings): number {
  return knownAfterMinutes * MINUTE_MS;
}

/** Millionths in one. */
const LOSS_FACTOR_UNIT = 1_000_000;
/** Digits of a millionth of the factor behind the point of a percentage. */
const PERCENT_DECIMALS = 4;

/**
 * Energy at the busbar ÷ measured energy on a Madrid day (`YYYY-MM-DD`), in millionths, exact: 1,052,500
 * for losses of 5.25 %. They are those of the last entry that begins by then, none before the first.
 */
export function lossFactor({ losses }: Pick<PortfolioSettings, 'losses'>, day: string): number {
  const percent = losses.findLast(({ from }) => from <= day)?.percent ?? '0';
  const { digits, scale } = decimalOf(Number(percent));
  return LOSS_FACTOR_UNIT + Number(digits) * 10 ** (PERCENT_DECIMALS - scale);
}

/** The last Madrid day (`YYYY-MM-DD`) on which a group counts; null where it has no end. */
export function groupEndDay(
  { groups }: Pick<PortfolioSettings, 'groups'>,
  group: string,
): string | null {
  return groups.find((each) => each.group === group)?.ends ?? null;
}

/** When (ms) a group ends, Infinity where it has no end. */
export function groupEnd(settings: Pick<PortfolioSettings, 'groups'>, group: string): number {
  const ends = groupEndDay(settings, group);
  return ends === null ? Number.POSITIVE_INFINITY : startOfDate(dateAfter(ends, 1));
}
