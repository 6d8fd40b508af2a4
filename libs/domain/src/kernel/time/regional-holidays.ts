import { DAY_MS } from './durations.ts';
import { easterSunday, isHoliday } from './holidays.ts';
import { wallMidnight } from './label.ts';

/** A day `MM-DD`, or days after Easter Sunday. */
type Rule = string | number;

/** Holy Thursday and Easter Monday, in days after Easter Sunday. */
const THURSDAY = -3;
const MONDAY = 1;
/** Corpus Christi. */
const CORPUS = 60;

interface Community {
  /** Share of Spain’s inhabitants: INE, register of 2024-01-01. */
  readonly inhabitants: number;
  /** Holidays besides the national ones. */
  readonly holidays: readonly Rule[];
}

/**
 * The autonomous communities by ISO 3166-2 code, with the holidays that each keeps in all or nearly all
 * years by its own law (yearly calendars of labour holidays in the BOE). Days that a community chooses year by year,
 * such as the Monday after a holiday on a Sunday, follow no rule and are left out, as are local ones.
 */
const COMMUNITIES = {
  'ES-AN': { inhabitants: 0.1775, holidays: ['02-28', THURSDAY] },
  'ES-AR': { inhabitants: 0.0278, holidays: ['04-23', THURSDAY] },
  'ES-AS': { inhabitants: 0.0207, holidays: ['09-08', THURSDAY] },
  'ES-CB': { inhabitants: 0.0121, holidays: ['07-28', '09-15', THURSDAY] },
  'ES-CL': { inhabitants: 0.0492, holidays: ['04-23', THURSDAY] },
  'ES-CM': { inhabitants: 0.0433, holidays: ['05-31', THURSDAY, CORPUS] },
  'ES-CN': { inhabitants: 0.046, holidays: ['05-30', THURSDAY] },
  'ES-CT': { inhabitants: 0.1648, holidays: ['06-24', '09-11', '12-26', MONDAY] },
  'ES-EX': { inhabitants: 0.0217, holidays: ['09-08', THURSDAY] },
  'ES-GA': { inhabitants: 0.0556, holidays: ['05-17', '07-25', THURSDAY] },
  'ES-IB': { inhabitants: 0.0253, holidays: ['03-01', '12-26', THURSDAY, MONDAY] },
  'ES-MC': { inhabitants: 0.0322, holidays: ['06-09', THURSDAY] },
  'ES-MD': { inhabitants: 0.1441, holidays: ['05-02', THURSDAY] },
  'ES-NC': { inhabitants: 0.0139, holidays: ['12-03', THURSDAY, MONDAY] },
  'ES-PV': { inhabitants: 0.0457, holidays: ['07-25', THURSDAY, MONDAY] },
  'ES-RI': { inhabitants: 0.0067, holidays: ['06-09', THURSDAY, MONDAY] },
  'ES-VC': { inhabitants: 0.1094, holidays: ['03-19', '06-24', '10-09', MONDAY] },
} as const satisfies Record<string, Community>;

/** An autonomous community of Spain, by ISO 3166-2 code. */
export type Region = keyof typeof COMMUNITIES;

export const REGIONS = Object.keys(COMMUNITIES) as readonly Region[];

/**
 * The share of people who have a holiday on a day (`YYYY-MM-DD`): 0 or 1 in a community, in all of Spain the
 * share of those who live in communities with a holiday.
 *
 * @param region null: all of Spain.
 */
export function holidayShare(region: Region | null, date: string): number {
  if (isHoliday(date)) return 1;
  if (region) return isOwn(COMMUNITIES[region], date) ? 1 : 0;
  let share = 0;
  for (const community of Object.values(COMMUNITIES)) {
    if (isOwn(community, date)) share += community.inhabitants;
  }
  return share;
}

function isOwn({ holidays }: Community, date: string): boolean {
  const afterEaster = (wallMidnight(date) - easterSunday(Number(date.slice(0, 4)))) / DAY_MS;
  const own: readonly Rule[] = holidays;
  return own.includes(date.slice(5)) || own.includes(afterEaster);
}
