import { DAY_MS } from '@solano/domain/kernel';
import type { MessageDeps } from '@solano/domain/service';
import type { Market } from '../markets/sessions.ts';
import { type RealisedPrices, UNPUBLISHED } from '../prices/prices.ts';
import type {
  DayChange,
  FundamentalVersion,
  MarketDay,
  MarketDocument,
  StoredDay,
  UnusedDocument,
} from './market-day.ts';
import { unknownDay } from './market-day.ts';
import { messageOf } from './market-message.ts';
import { expectedAt, type Fundamental, isMarket, type SeriesName } from './series.ts';
import { rankOf, type SourceName, type ValueSeries } from './source.ts';

/** Days whose prices were expected longer ago are history: nobody is notified of them. */
const NOTIFY_WITHIN_MS = 3 * DAY_MS;

/** The result of checking a document. */
export type Verdict =
  /** Undefined: the auction was cancelled. */
  | { readonly kind: 'accepted'; readonly series: ValueSeries | undefined }
  /** Its prices are outside the limits. */
  | { readonly kind: 'held'; readonly series: ValueSeries; readonly reason: string }
  | { readonly kind: 'rejected'; readonly reason: string };

/** A document for a day. */
export interface Arrival {
  readonly series: SeriesName;
  readonly date: string;
  readonly document: MarketDocument;
  readonly verdict: Verdict;
}

export interface DecideDeps extends MessageDeps {
  /** In order of trust. */
  readonly trusted: readonly SourceName[];
}

/**
 * The day after a document came for it; undefined if it changes nothing: a less trusted source's,
 * an earlier revision, or known already. The prices of a market's day are always those of one
 * document.
 */
export function decideDocument(
  known: StoredDay,
  arrival: Arrival,
  deps: DecideDeps,
): DayChange | undefined {
  const { document, verdict } = arrival;
  const { trusted } = deps;
  if (isOutranked(known, document, trusted)) return undefined;
  const day = known.day ?? unknownDay(arrival.series, arrival.date);
  if (verdict.kind !== 'accepted') return keepUnused(known, day, { ...arrival, verdict }, trusted);
  const keeps = (other: UnusedDocument | null) =>
    other && isTrustedMore(trusted, other.document.source, document.source) ? other : null;
  const base = { ...day, held: keeps(day.held), problem: keeps(day.problem) };
  return accept(known, base, arrival, verdict.series, deps);
}

type UnusedArrival = Arrival & { readonly verdict: Exclude<Verdict, { kind: 'accepted' }> };

/**
 * Keeps a document that is not used, beside what is in use. One of a source that is trusted more
 * stays the one that is shown, and the one that an operator may accept.
 */
function keepUnused(
  known: StoredDay,
  base: MarketDay,
  { series, date, document, verdict }: UnusedArrival,
  trusted: readonly SourceName[],
): DayChange | undefined {
  const { kind, reason } = verdict;
  const present = kind === 'held' ? base.held : base.problem;
  if (present && isSameDocument(present, document, verdict)) return undefined;
  // A source without numbered revisions gives again what an operator has accepted.
  const isInUse = known.day?.document?.source === document.source;
  if (kind === 'held' && isInUse && sameValues(valuesInUse(known), verdict.series)) {
    return undefined;
  }
  const received = { series, date, ...document, outcome: kind, reason };
  const isBehind =
    present !== null && isTrustedMore(trusted, present.document.source, document.source);
  if (isBehind) return { day: base, received };
  return {
    day: { ...base, [kind === 'held' ? 'held' : 'problem']: { document, reason } },
    received,
  };
}

function isSameDocument(
  { document: { source, name, digest }, reason }: UnusedDocument,
  document: MarketDocument,
  verdict: UnusedArrival['verdict'],
): boolean {
  if (source !== document.source || name !== document.name || reason !== verdict.reason) {
    return false;
  }
  // An error page may differ in every response; what an operator accepts is one document.
  return verdict.kind === 'rejected' || digest === document.digest;
}

/** Whether the first of two sources is trusted more than the second. */
export function isTrustedMore(
  trusted: readonly SourceName[],
  first: SourceName,
  second: SourceName,
): boolean {
  return rankOf(trusted, first) < rankOf(trusted, second);
}

/** Whether the values in use come from a more trusted source, or from a later revision. */
function isOutranked(
  known: StoredDay,
  { source, revision }: Pick<MarketDocument, 'source' | 'revision'>,
  trusted: readonly SourceName[],
): boolean {
  const present = inUse(known);
  if (!present) return false;
  if (present.source === source) return present.revision >= revision;
  return isTrustedMore(trusted, present.source, source);
}

/** The stored state of a day: its document, and its prices where they were read. */
export type DayState = Pick<StoredDay, 'day'> & Partial<Pick<StoredDay, 'realised'>>;

/** The document whose prices of a day are in use; undefined if they are of no source. */
export function inUse({
  day,
  realised,
}: DayState): Pick<MarketDocument, 'source' | 'revision'> | undefined {
  if (day?.document) return day.document;
  return realised?.source === 'omie' ? { source: 'omie', revision: realised.version } : undefined;
}

function valuesInUse({ realised, version }: StoredDay): ValueSeries | undefined {
  const known = realised ?? version;
  return known && valuesOf(known);
}

type Accepted = Omit<Arrival, 'verdict'>;

function accept(
  known: StoredDay,
  base: MarketDay,
  { series, date, document }: Accepted,
  values: ValueSeries | undefined,
  deps: MessageDeps,
): DayChange | undefined {
  const before = known.realised ?? known.version;
  const isSame = before !== undefined && sameValues(valuesOf(before), values);
  // Without numbered revisions, a file that repeats the values in use makes a held one void.
  if (isSame && known.day?.document?.source === document.source && document.source !== 'omie') {
    return base.held === known.day.held ? undefined : { day: base };
  }
  const at = document.receivedAt;
  const day: MarketDay = {
    ...base,
    status: values ? 'realised' : 'cancelled',
    document,
    knownAt: isSame ? (base.knownAt ?? at) : at,
  };
  const received = { series, date, ...document, outcome: 'accepted', reason: '' } as const;
  if (!isMarket(series)) {
    if (!values) return undefined;
    return { day, received, version: versionOf(series, date, document, values) };
  }
  const shouldNotify = !isSame && at.getTime() - expectedAt(series, date) < NOTIFY_WITHIN_MS;
  const event = before ? 'prices.revised' : 'prices.published';
  const message = shouldNotify ? messageOf(event, day, at, deps) : undefined;
  const prices = pricesOf(series, date, document, values);
  return { day, received, prices, ...(message && { message }) };
}

function versionOf(
  series: Fundamental,
  date: string,
  { source, name, receivedAt }: MarketDocument,
  values: ValueSeries,
): FundamentalVersion {
  return { series, date, knownAt: receivedAt, source, document: name, ...values };
}

function pricesOf(
  market: Market,
  date: string,
  { source, revision }: MarketDocument,
  series: ValueSeries | undefined,
): RealisedPrices {
  // A file of OMIE that an operator imports has a higher version than what other sources say.
  const version = source === 'omie' ? revision : UNPUBLISHED;
  const { stepMinutes = 60, ends = [], values: prices = [] } = series ?? {};
  return { market, date, source, version, stepMinutes, ends, prices };
}

function valuesOf(known: RealisedPrices | FundamentalVersion): ValueSeries | undefined {
  if (!('prices' in known)) return known;
  const { stepMinutes, ends, prices } = known;
  return ends.length === 0 ? undefined : { stepMinutes, ends, values: prices };
}

function sameValues(a: ValueSeries | undefined, b: ValueSeries | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.stepMinutes === b.stepMinutes &&
    a.ends.length === b.ends.length &&
    a.ends.every((end, i) => end === b.ends[i] && a.values[i] === b.values[i])
  );
}
