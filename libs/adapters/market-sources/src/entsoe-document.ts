import { dateAfter, MINUTE_MS, rejectRows, startOfDate } from '@solano/domain/kernel';
import {
  isMarket,
  milliProblem,
  type ParsedDocument,
  parseMilli,
  type SeriesName,
  tradedMinutes,
  type ValueSeries,
} from '@solano/domain/market';
import { XMLParser } from 'fast-xml-parser';
import { instantOf } from './value-series.ts';

const MINUTES: Readonly<Record<string, number>> = { PT15M: 15, PT30M: 30, PT60M: 60, PT1H: 60 };
/** "No matching data found". */
const NO_DATA = '999';
/** Values that are left out repeat the one before. */
const VARIABLE_BLOCKS = 'A03';
/** The single day-ahead coupling, among several auctions of one day. */
const FIRST_SEQUENCE = '1';
/** Documents of prices, and of load and generation. */
const [PRICES, QUANTITIES] = ['Publication_MarketDocument', 'GL_MarketDocument'];
/** Units of a time series, where it says them. */
const UNITS: Readonly<Record<string, string>> = {
  'currency_Unit.name': 'EUR',
  'price_Measure_Unit.name': 'MWH',
  'quantity_Measure_Unit.name': 'MAW',
};
const SEQUENCE = 'classificationSequence_AttributeInstanceComponent.position';

/**
 * Bounds of what is parsed: a day in quarter hours has some 15 kB, 600 tags and 100 steps for each
 * time series, and there are a few of these. At the bounds it takes the main thread 40 ms.
 */
const MAX_CHARACTERS = 256 * 1024;
const MAX_TAGS = 8_000;
const MAX_STEPS = 10_000;

const LISTS = new Set(['TimeSeries', 'Period', 'Point', 'Reason']);

/** Values stay text; nothing is expanded. */
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  removeNSPrefix: true,
  isArray: (name) => LISTS.has(name),
});

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads a document of the Transparency Platform for a Madrid day: the time series of the first
 * sequence in the resolution that is traded. An acknowledgement that there are no data is `absent`.
 *
 * @throws SolanoError `invalid_rows`.
 */
export function parseEntsoe(series: SeriesName, date: string, xml: string): ParsedDocument {
  requireBounded(xml);
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) rejectRows(['the document declares entities']);
  const root = readXml(xml);
  const acknowledgement = child(root, 'Acknowledgement_MarketDocument');
  if (acknowledgement) return acknowledged(acknowledgement);
  const document = child(root, isMarket(series) ? PRICES : QUANTITIES);
  if (!document) return rejectRows(['no market document of the series']);
  const own = chosenSeries(series, date, children(document, 'TimeSeries'));
  if (own.length === 0) return { kind: 'absent' };
  return { kind: 'values', series: joined(date, own) };
}

/** Rejects what would take long to parse. */
function requireBounded(xml: string): void {
  if (xml.length > MAX_CHARACTERS) {
    rejectRows([`the document has ${xml.length} characters, more than ${MAX_CHARACTERS}`]);
  }
  let tags = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) tags += 1;
  if (tags > MAX_TAGS) rejectRows([`the document has ${tags} tags, more than ${MAX_TAGS}`]);
}

/** Rejects what does not end with its root: of a curve A03 the rest would seem to be left out. */
function readXml(xml: string): Node {
  const [, root] = /^(?:<\?xml[^>]*\?>)?\s*<([\w.:-]+)/.exec(xml.trimStart()) ?? [];
  if (root === undefined || !xml.trimEnd().endsWith(`</${root}>`)) rejectRows(['not whole XML']);
  try {
    return parser.parse(xml) as Node;
  } catch {
    return rejectRows(['not whole XML']);
  }
}

function acknowledged(document: Node): ParsedDocument {
  const [reason] = children(document, 'Reason');
  if (reason?.code === NO_DATA) return { kind: 'absent' };
  return rejectRows([`the source says: ${textOf(reason?.text).slice(0, 200)}`]);
}

/** A period of a time series with how its points are to be read. */
interface Block {
  readonly node: Node;
  readonly isVariable: boolean;
  readonly minutes: number;
}

/** The blocks of the first sequence, in the longest resolution that is not longer than is traded. */
function chosenSeries(series: SeriesName, date: string, all: readonly Node[]): Block[] {
  const first = all.filter((node) => (node[SEQUENCE] ?? FIRST_SEQUENCE) === FIRST_SEQUENCE);
  first.forEach(requireUnits);
  const blocks = first.flatMap((node) =>
    children(node, 'Period').map((period) => {
      const resolution = textOf(period.resolution);
      const minutes = MINUTES[resolution];
      if (minutes === undefined) rejectRows([`the resolution ${resolution} is not known`]);
      return { node: period, isVariable: node.curveType === VARIABLE_BLOCKS, minutes };
    }),
  ) as Block[];
  const traded = isMarket(series) ? tradedMinutes(series, date) : Math.min(...minutesOf(blocks));
  const usable = minutesOf(blocks).filter((minutes) => minutes <= traded);
  const chosen = usable.length > 0 ? Math.max(...usable) : Math.min(...minutesOf(blocks));
  return blocks.filter(({ minutes }) => minutes === chosen);
}

function requireUnits(node: Node): void {
  for (const [name, unit] of Object.entries(UNITS)) {
    const found = node[name] ?? unit;
    if (found !== unit) rejectRows([`${name} is ${textOf(found)}, not ${unit}`]);
  }
}

function minutesOf(blocks: readonly Block[]): number[] {
  return blocks.map(({ minutes }) => minutes);
}

function joined(date: string, blocks: readonly Block[]): ValueSeries {
  const [from, to] = [startOfDate(date), startOfDate(dateAfter(date, 1))];
  const values = new Map<number, number>();
  const spans = blocks.map(spanOf);
  const steps = spans.reduce((sum, { count }) => sum + count, 0);
  if (steps > MAX_STEPS) rejectRows([`its periods have ${steps} steps, more than ${MAX_STEPS}`]);
  for (const span of spans) {
    for (const { end, value } of pointsOf(span)) {
      // A response may reach beyond the day that was asked for.
      if (end <= from || end > to) continue;
      if (values.has(end)) rejectRows(['a period is repeated']);
      values.set(end, value);
    }
  }
  const ends = [...values.keys()].sort((a, b) => a - b);
  return {
    stepMinutes: (blocks[0] as Block).minutes,
    ends,
    values: ends.map((end) => values.get(end) as number),
  };
}

/** A block's time, as whole steps. */
interface Span extends Block {
  readonly start: number;
  readonly count: number;
}

function spanOf(block: Block): Span {
  const { node, minutes } = block;
  const interval = child(node, 'timeInterval');
  const start = instantOf(textOf(interval?.start));
  const stop = instantOf(textOf(interval?.end));
  const count = (stop - start) / (minutes * MINUTE_MS);
  if (!Number.isInteger(count) || count < 1) {
    return rejectRows(['a period has no time interval of whole steps']);
  }
  return { ...block, start, count };
}

function pointsOf({ node, isVariable, minutes, start, count }: Span) {
  const quantities = readPoints(node, count);
  const points: { end: number; value: number }[] = [];
  let last: number | undefined;
  for (let position = 1; position <= count; position += 1) {
    const value = quantities.get(position) ?? (isVariable ? last : undefined);
    if (value === undefined) return rejectRows([`position ${position} of ${count} is missing`]);
    points.push({ end: start + position * minutes * MINUTE_MS, value });
    last = value;
  }
  return points;
}

function readPoints(period: Node, count: number): Map<number, number> {
  const quantities = new Map<number, number>();
  for (const point of children(period, 'Point')) {
    const position = Number(point.position);
    const text = textOf(point['price.amount'] ?? point.quantity);
    const value = parseMilli(text);
    if (!Number.isInteger(position) || position < 1 || position > count) {
      return rejectRows([
        `the point ${textOf(point.position)} is not one of the period's ${count}`,
      ]);
    }
    if (value === undefined) rejectRows([`the value of point ${position} ${milliProblem(text)}`]);
    if (quantities.has(position)) rejectRows([`position ${position} is repeated`]);
    quantities.set(position, value);
  }
  return quantities;
}

/** Text, and nothing for what has elements of its own. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function child(node: Node, name: string): Node | undefined {
  const found = node[name];
  return typeof found === 'object' && found !== null ? (found as Node) : undefined;
}

function children(node: Node, name: string): readonly Node[] {
  const found = node[name];
  return Array.isArray(found) ? (found as Node[]).filter((each) => typeof each === 'object') : [];
}
