import { decimalOf, MINUTE_MS, SolanoError } from '@solano/domain/kernel';
import { SESSIONS } from '@solano/domain/market';
import { costOfTrades, ExactTrades, priceOf, priceText } from '../evaluation/cost.ts';
import type { EvaluationPrices, ItemCosts, PurchaseEvaluation } from '../evaluation/evaluation.ts';
import { type Explanation, explain } from '../evaluation/explain.ts';
import { type Fraction, toFixed } from '../evaluation/fraction.ts';
import { type ItemTrade, type ModelTrades, tradesOfOutput } from '../evaluation/trades.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { readSeries } from '../purchases/series.ts';
import type { PurchaseAddress } from '../purchases/update-purchase.ts';
import { type ReadEvaluationDeps, readOutputs, storedEvaluation } from './stored-evaluation.ts';

/** Trades of an output for one item; prices and MW with three digits after the point. */
export interface PurchaseTableRow {
  readonly idmodel: number;
  readonly start: Date;
  readonly end: Date;
  readonly label: string;
  readonly megawatts: string;
  /** By session, in the order of {@link PurchaseTable.sessions}. */
  readonly sessions: readonly SessionCells[];
  /** On request. */
  readonly explanation?: Explanation;
}

interface SessionCells {
  /** The predicted price in EUR/MWh; null where there was none. */
  readonly price: string | null;
  readonly buy: string;
  readonly sell: string;
}

export interface PurchaseTable {
  /** Sessions of the market, and others that a customer's outputs name. */
  readonly sessions: readonly string[];
  /** By model, then in the order of the items; made as they are read. */
  readonly rows: Iterable<PurchaseTableRow>;
}

export interface TableQuery {
  /** Left out: all models. */
  readonly idmodel?: number | undefined;
  readonly explain: boolean;
}

/**
 * The outputs of a purchase as MW, with the prices that they were evaluated by. Errors:
 * `purchase_not_found`, `no_outputs`, `output_not_found` for a model without output,
 * `store_unavailable`.
 */
export async function purchaseTable(
  deps: ReadEvaluationDeps,
  address: PurchaseAddress,
  query: TableQuery,
): Promise<PurchaseTable> {
  const {
    stored: { figures },
  } = await storedEvaluation(deps, address);
  const { outputs } = await readOutputs(deps, address);
  const { idmodel } = query;
  const requested = outputs.filter((each) => idmodel === undefined || each.idmodel === idmodel);
  if (requested.length === 0) {
    throw new SolanoError('output_not_found', `idmodel ${idmodel} not found in strategy_output.`);
  }
  const items = readSeries(JSON.parse((await deps.purchases.series(address.id)) ?? '[]'));
  const prices = JSON.parse(
    (await deps.evaluations.prices(address.id)) ?? '{}',
  ) as EvaluationPrices;
  const models = requested.map(({ json }) => tradesOfOutput(json, items));
  const evaluation = JSON.parse(figures) as PurchaseEvaluation;
  const sessions = sessionsOf(models);
  const explained = query.explain ? evaluation : undefined;
  return { sessions, rows: rowsOf(models, { items, prices, sessions, explained }) };
}

interface Basis {
  readonly items: readonly SeriesItem[];
  readonly prices: EvaluationPrices;
  readonly sessions: readonly string[];
  readonly explained: PurchaseEvaluation | undefined;
}

function sessionsOf(models: readonly ModelTrades[]): string[] {
  const used = models.flatMap(({ trades }) => trades.map(({ session }) => session));
  return [...new Set([...SESSIONS.map(({ session }) => session as string), ...used])];
}

function* rowsOf(models: readonly ModelTrades[], basis: Basis): Generator<PurchaseTableRow> {
  const settings = basis.explained?.inputs.settings?.models ?? [];
  for (const { idmodel, trades } of models) {
    const byItem = Map.groupBy(trades, ({ item }) => item);
    const parameters = settings.find((each) => each.idmodel === idmodel)?.parameters ?? {};
    const bids = basis.prices.bidCosts?.find((each) => each.idmodel === idmodel);
    for (const [i, item] of basis.items.entries()) {
      const own = byItem.get(i) ?? [];
      const price = (session: string) => priceOf(basis.prices, session, i);
      const row = rowOf(idmodel, item, own, price, basis.sessions);
      if (!basis.explained) yield row;
      else {
        const cost = bids && itemCost(bids, i);
        const asked = { item, trades: own, price, parameters, costOf: costOf(item) };
        yield { ...row, explanation: explain({ ...asked, ...(cost && { cost }) }) };
      }
    }
  }
}

function itemCost({ den, nums }: ItemCosts, item: number): Fraction {
  return { num: BigInt(nums[item] as string), den: BigInt(den) };
}

/** Cost of the trades of one item; undefined if a price is missing. */
function costOf(item: SeriesItem) {
  return (trades: readonly ItemTrade[], price: (session: string) => number | undefined) => {
    const alone = trades.map((trade) => ({ ...trade, item: 0 }));
    const exact = new ExactTrades([item], alone);
    const sum = costOfTrades(exact, alone, price);
    return sum === null ? undefined : exact.euros(sum);
  };
}

function rowOf(
  idmodel: number,
  { label, period, megawatts }: SeriesItem,
  trades: readonly ItemTrade[],
  price: (session: string) => number | undefined,
  sessions: readonly string[],
): PurchaseTableRow {
  return {
    idmodel,
    start: new Date(period.end - period.minutes * MINUTE_MS),
    end: new Date(period.end),
    label,
    megawatts: toFixed(partOf(megawatts, 100), 3),
    sessions: sessions.map((session) => {
      const own = trades.filter((trade) => trade.session === session);
      const weighed = price(session);
      return {
        price: weighed === undefined ? null : priceText(weighed, period.minutes),
        buy: toFixed(partOf(megawatts, own[0]?.bought ?? 0), 3),
        sell: toFixed(partOf(megawatts, own[0]?.sold ?? 0), 3),
      };
    }),
  };
}

function partOf(megawatts: number, percent: number): Fraction {
  const [all, part] = [decimalOf(megawatts), decimalOf(percent)];
  return { num: all.digits * part.digits, den: 100n * 10n ** BigInt(all.scale + part.scale) };
}
