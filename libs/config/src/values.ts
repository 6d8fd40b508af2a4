import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The prices that an auction can have from a delivery day on. */
export interface MarketLimits {
  readonly auction: 'day-ahead' | 'intraday';
  /** `YYYY-MM-DD` */
  readonly since: string;
  readonly min: number;
  readonly max: number;
}

export const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= min, `must be at least ${min}`)
    .refine((number) => number <= max, `must be at most ${max}`);

export const url = (schemes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) &&
        schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}//`)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );

/** An address of the service, without a trailing slash; the banner, the log and links show it. */
export const base = url(['http:', 'https:'])
  .regex(/^[^?#]*$/, 'must have no query and no fragment')
  .refine(hasNoCredentials, 'must have no user name and no password')
  .transform((text) => text.replace(/\/+$/, ''));

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `must be one of: ${values.join(', ')}`);

const ADDRESS = /^(?<host>[^\s:/[\]]+|\[[\da-fA-F:]+\]):(?<port>\d{1,5})$/;

export const address = z.string().refine(isAddress, 'must be <host>:<port>');

/** An address to listen on: a name could mean more than one address. */
export const ownAddress = z
  .string()
  .refine((text) => isAddress(text) && isIP(hostOf(text)) !== 0, 'must be <IP address>:<port>');

export const networks = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((all) => all.every(isNetwork), 'must be IP addresses or CIDR networks between commas');

const SOURCE_NAMES = ['omie', 'esios', 'entsoe'] as const;
export const sources = namesOf(SOURCE_NAMES);

const WEATHER_SOURCE_NAMES = ['open-meteo'] as const;
export const weatherSources = namesOf(WEATHER_SOURCE_NAMES);

function namesOf<Name extends string>(names: readonly [Name, ...Name[]]) {
  return z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(z.array(z.enum(names, `must be names between commas: ${names.join(', ')}`)))
    .refine((given) => new Set(given).size === given.length, 'must name each source once');
}

const DURATION = /^(?<number>\d{1,6})(?<unit>[smh])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_POLL_INTERVAL_MS = 24 * 3_600_000;
export const marketPollInterval = z
  .string()
  .regex(DURATION, 'must be a number with s, m or h, such as 5m')
  .transform((text) => {
    const { number, unit } = DURATION.exec(text)?.groups ?? {};
    return Number(number) * (UNIT_MS[unit ?? ''] as number);
  })
  .refine((ms) => ms >= 1_000 && ms <= MAX_POLL_INTERVAL_MS, 'must be 1s to 24h');

const LIMIT =
  /^(?<auction>day-ahead|intraday) (?<since>\d{4}-\d{2}-\d{2}) (?<min>-?\d{1,6}) (?<max>-?\d{1,6})$/;
/** Indicators of e·sios by the price that they hold. */
const INDICATORS = /^short=(?<short>[1-9]\d{0,5}),long=(?<long>[1-9]\d{0,5})$/;
export const imbalanceIndicators = z
  .string()
  .regex(
    /^off$|^short=[1-9]\d{0,5},long=[1-9]\d{0,5}$/,
    'must be off, or such as short=687,long=686',
  )
  .transform((text) => {
    const { short, long } = INDICATORS.exec(text)?.groups ?? {};
    return text === 'off' ? text : { short: Number(short), long: Number(long) };
  });

export const limits = z
  .string()
  .transform((text) => text.split(';').map((each) => LIMIT.exec(each.trim())?.groups))
  .refine(
    (all) => all.every((each) => each && isDay(each.since) && Number(each.min) < Number(each.max)),
    'must be "<day-ahead|intraday> <first day> <min> <max>" between semicolons',
  )
  .transform((all) =>
    all.map((each) => ({
      auction: each?.auction as MarketLimits['auction'],
      since: each?.since ?? '',
      min: Number(each?.min),
      max: Number(each?.max),
    })),
  );

/** Characters that a header or a query carries without encoding. */
export const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must consist of ASCII letters, digits and signs');

export const SECRET = z.string().min(32, 'must have at least 32 characters');
export const previousSecrets = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().min(32, 'must be secrets of at least 32 characters between commas')))
  .default([]);

const KEEP = /^(?<days>[1-9]\d{0,3})d$/;
export const DAY_MS = 24 * 3_600_000;
export const keep = z
  .string()
  .regex(KEEP, 'must be a number of days, such as 14d')
  .transform((text) => Number(KEEP.exec(text)?.groups?.days) * DAY_MS);

export const OBJECT_STORE = /^(?:file:(?<folder>.+)|s3:\/\/(?<bucket>[^/]+)(?:\/(?<prefix>.*))?)$/;

/** Node's recursive `mkdir` never returns where the kernel does not make folders and says that one is missing. */
const NOT_IN_PROC = 'must not be in /proc';

/** A folder of files that the service makes. */
export const folder = z.string().refine((path) => !isInProc(path), NOT_IN_PROC);

/** The location of a store of objects. */
export const storeLocation = z
  .string()
  .regex(OBJECT_STORE, 'must be file:<folder> or s3://<bucket>[/<prefix>]')
  .refine((text) => !isInProc(OBJECT_STORE.exec(text)?.groups?.folder), NOT_IN_PROC);

function isInProc(path = ''): boolean {
  return `${resolve(path)}/`.startsWith('/proc/');
}

/** Whether a text is a day of the calendar. */
function isDay(text: string | undefined): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text ?? '');
}

/** True for an invalid URL too, which another check rejects. */
function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function isAddress(text: string): boolean {
  const { port } = ADDRESS.exec(text)?.groups ?? {};
  return port !== undefined && Number(port) <= 65_535;
}

function hostOf(text: string): string {
  return (ADDRESS.exec(text)?.groups?.host ?? '').replace(/^\[|\]$/g, '');
}

/** An IP address, or a network as CIDR writes it: an address and its leading bits, not none. */
function isNetwork(text: string): boolean {
  const { address: base = '', bits } =
    /^(?<address>[^/]+)(?:\/(?<bits>[1-9]\d{0,2}))?$/.exec(text)?.groups ?? {};
  const max = { 0: 0, 4: 32, 6: 128 }[isIP(base)] ?? 0;
  return max > 0 && !base.includes('%') && Number(bits ?? max) <= max;
}
