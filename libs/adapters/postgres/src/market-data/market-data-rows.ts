import { utcDate } from '@solano/domain/kernel';
import {
  type FundamentalVersion,
  formatMilli,
  type Market,
  type MarketDay,
  type MarketDocument,
  MILLI,
  type PriceSource,
  type RealisedPrices,
  type SourceState,
  type UnusedDocument,
} from '@solano/domain/market';
import { Prisma } from '../generated/prisma/browser.ts';
import type {
  FundamentalVersionModel,
  MarketDayModel,
  MarketSourceModel,
  RealisedPriceModel,
} from '../generated/prisma/models.ts';

/** A Madrid day as a date for Prisma. */
export function dateOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** The Madrid day of a date of Prisma's. */
export function dayOf(date: Date): string {
  return utcDate(date);
}

function toMilli(value: InstanceType<typeof Prisma.Decimal>): number {
  return value.times(MILLI).toNumber();
}

export function toDay(row: MarketDayModel): MarketDay {
  const { series, date, status, document, held, problem } = row;
  const { knownAt, lateNotifiedAt, checkedAt } = row;
  return {
    series: series as MarketDay['series'],
    date: dayOf(date),
    status: status as MarketDay['status'],
    document: document === null ? null : toDocument(document),
    held: toUnusedDocument(held),
    problem: toUnusedDocument(problem),
    knownAt,
    lateNotifiedAt,
    checkedAt,
  };
}

export function dayData({ date, document, held, problem, ...day }: MarketDay) {
  return {
    ...day,
    date: dateOf(date),
    document: json(document),
    held: json(held),
    problem: json(problem),
  };
}

export function toVersion(row: FundamentalVersionModel): FundamentalVersion {
  return {
    ...row,
    series: row.series as FundamentalVersion['series'],
    source: row.source as FundamentalVersion['source'],
    date: dayOf(row.date),
    ends: row.ends.map((end) => end.getTime()),
    values: row.values.map(toMilli),
  };
}

export function versionData({ date, ends, values, ...version }: FundamentalVersion) {
  return {
    ...version,
    date: dateOf(date),
    ends: ends.map((end) => new Date(end)),
    values: values.map(formatMilli),
  };
}

export function toRealised(row: RealisedPriceModel): RealisedPrices {
  const { version, stepMinutes, knownAt } = row;
  return {
    market: row.market as Market,
    date: dayOf(row.date),
    source: row.source as PriceSource,
    version,
    stepMinutes,
    ends: row.ends.map((end) => end.getTime()),
    prices: row.prices.map(toMilli),
    ...(knownAt && { knownAt }),
  };
}

export function realisedData({ date, ends, prices, knownAt, ...day }: RealisedPrices) {
  return {
    ...day,
    date: dateOf(date),
    ends: ends.map((end) => new Date(end)),
    prices: prices.map(formatMilli),
    knownAt: knownAt ?? null,
  };
}

export function toSource(row: MarketSourceModel): SourceState {
  const { requests, busyUntil, blockedUntil, succeededAt, failedAt, failure } = row;
  return {
    requests: requests.map((at) => at.getTime()),
    busyUntil: busyUntil?.getTime() ?? 0,
    blockedUntil: blockedUntil?.getTime() ?? 0,
    succeededAt,
    failedAt,
    failure,
  };
}

export function sourceData({ requests, busyUntil, blockedUntil, ...state }: SourceState) {
  return {
    ...state,
    requests: requests.map((at) => new Date(at)),
    busyUntil: busyUntil === 0 ? null : new Date(busyUntil),
    blockedUntil: blockedUntil === 0 ? null : new Date(blockedUntil),
  };
}

function toDocument(value: Prisma.JsonValue): MarketDocument {
  const document = value as unknown as Omit<MarketDocument, 'receivedAt'> & { receivedAt: string };
  return { ...document, receivedAt: new Date(document.receivedAt) };
}

function toUnusedDocument(value: Prisma.JsonValue): UnusedDocument | null {
  if (value === null) return null;
  const { document, reason } = value as { document: Prisma.JsonValue; reason: string };
  return { document: toDocument(document), reason };
}

function json(value: MarketDocument | UnusedDocument | null) {
  return value === null ? Prisma.DbNull : (value as unknown as Prisma.InputJsonValue);
}
