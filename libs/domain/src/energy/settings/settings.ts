import { type Decimal, dateAfter, decimalOf, MINUTE_MS, startOfDate } from '@solano/domain/kernel';

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

/** What a customer says of the measurements of a portfolio. */
export interface PortfolioSettings extends PlantSettings {
  /** In order of day. */
  readonly losses: readonly DatedLosses[];
  /** Each group once; those that are not named have no end. */
  readonly groups: readonly GroupEnd[];
}

export const DEFAULT_PLANT_SETTINGS: PlantSettings = { knownAfterMinutes: 60 };

export const DEFAULT_PORTFOLIO_SETTINGS: PortfolioSettings = {
  ...DEFAULT_PLANT_SETTINGS,
  losses: [],
  groups: [],
};

/** How long (ms) after its end the first value of a period counts as known. */
export function knownAfterMs({ knownAfterMinutes }: PlantSettings): number {
  return knownAfterMinutes * MINUTE_MS;
}

/** Losses between the meters and the busbar of the power stations. */
export interface Losses {
  readonly percent: Decimal;
  /** Energy at the busbar ÷ measured energy, in millionths: 1,052,500 for 5.25 %. Exact. */
  readonly factorMillionths: number;
}

const MILLION = 1_000_000;
/** Millionths of the factor in a ten-thousandth of a percent. */
const PERCENT_DECIMALS = 4;

/**
 * The losses of a Madrid day (`YYYY-MM-DD`): those of the last entry that begins by then, none
 * before the first.
 */
export function lossesAt({ losses }: Pick<PortfolioSettings, 'losses'>, day: string): Losses {
  const percent = losses.findLast(({ from }) => from <= day)?.percent ?? '0';
  const { digits, scale } = decimalOf(Number(percent));
  const added = Number(digits) * 10 ** (PERCENT_DECIMALS - scale);
  return { percent, factorMillionths: MILLION + added };
}

/** Measured power (millionths of MW) at the busbar, rounded to a millionth; half away from zero. */
export function atBusbar(microMw: number, { factorMillionths }: Losses): number {
  const raised = BigInt(microMw) * BigInt(factorMillionths);
  const half = BigInt(MILLION / 2);
  return Number((raised < 0n ? raised - half : raised + half) / BigInt(MILLION));
}

/**
 * Whether a group counts at an instant (ms): from its first value on, until its last day is over.
 *
 * @param firstStart start of the first value of the group.
 */
export function groupCountsAt(
  { groups }: Pick<PortfolioSettings, 'groups'>,
  { group, firstStart }: { readonly group: string; readonly firstStart: Date },
  at: number,
): boolean {
  if (at < firstStart.getTime()) return false;
  const ends = groups.find((each) => each.group === group)?.ends ?? null;
  return ends === null || at < startOfDate(dateAfter(ends, 1));
}
