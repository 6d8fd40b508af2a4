import { type Digest, dateAt } from '@solano/domain/kernel';
import {
  type PricePrediction,
  predictionCsv,
  priceMinutes,
  SESSIONS,
  type Session,
} from '@solano/domain/market';
import { dayAhead } from '../models/day-ahead.ts';
import { openSessions, pastDays } from '../models/slots/slots.ts';
import type { GatheredInputs, SeriesItem } from '../models/split-inputs.ts';
import { bidCosts } from './bid-costs.ts';
import { costOfTrades, ExactTrades, priceOf } from './cost.ts';
import type {
  EvaluationPrices,
  EvaluationText,
  ItemCosts,
  ModelEvaluation,
  Provenance,
  PurchaseEvaluation,
  RuleEvaluation,
  UsedCurves,
  UsedGate,
  UsedPrediction,
} from './evaluation.ts';
import { type Fraction, fractionText, minus } from './fraction.ts';
import { type RuleTrades, tradesOfRules } from './rule-trades.ts';
import { Scenarios } from './scenarios.ts';
import type { ItemTrade, ModelTrades } from './trades.ts';

/**
 * Expected values of outputs, by the predictions that the models used. In exact arithmetic: it is
 * rounded where it is shown. Takes tens of milliseconds for a month.
 *
 * @param models trades of items of the inputs.
 */
export function evaluateOutputs(
  inputs: GatheredInputs,
  models: readonly ModelTrades[],
  provenance: Provenance,
  digest: Digest,
): EvaluationText {
  const { items } = inputs;
  const open = openSessions(inputs);
  const prices = pricesOf(inputs);
  const past = pastDays(inputs, open);
  const scenarios = new Scenarios(items, past);
  const reference = models.find(({ idmodel }) => idmodel === dayAhead.idmodel)?.trades;
  const basis = { items, prices, scenarios };
  const dayAheadCost = expected(basis, reference ?? allInFirstSession(open)).cost;
  const evaluatedModels = models.map((model) => evaluated(basis, model, dayAheadCost));
  const ofItems = evaluatedModels.flatMap(({ items: costs }) => costs ?? []);
  const evaluation: PurchaseEvaluation = {
    models: evaluatedModels.map(({ model }) => model),
    rules: evaluatedRules(
      basis,
      tradesOfRules(items, inputs.submittedAt, provenance.rules),
      dayAheadCost,
    ),
    inputs: {
      markets: usedPredictions(inputs, digest),
      historyDays: past.knownCount,
      ...usedCurves(inputs),
      ...provenance,
    },
    gates: usedGates(items, models),
    cancelled: [...new Set(inputs.cancelled?.map(({ session }) => session))],
  };
  const deliveredAt = items.reduce((last, { period }) => Math.max(last, period.end), -Infinity);
  return {
    figures: JSON.stringify(evaluation),
    prices: JSON.stringify(ofItems.length > 0 ? { ...prices, bidCosts: ofItems } : prices),
    deliveredAt: new Date(deliveredAt).toISOString(),
  };
}

interface Basis {
  readonly items: readonly SeriesItem[];
  readonly prices: EvaluationPrices;
  readonly scenarios: Scenarios;
}

function evaluated(
  basis: Basis,
  { idmodel, trades, bids }: ModelTrades,
  dayAheadCost: Fraction | null,
): { readonly model: ModelEvaluation; readonly items?: ItemCosts } {
  const { exact, sum, cost: ofShares } = expected(basis, trades);
  const ofBids = bids && bidCosts(basis, bids);
  const cost = ofBids?.cost ?? ofShares;
  const worst = ofBids?.worstDecile ?? worstDecileOf(basis, exact, trades, sum);
  const model = {
    idmodel,
    cost: cost && fractionText(cost),
    saved: cost && dayAheadCost && fractionText(minus(dayAheadCost, cost)),
    worstDecileCost: worst && fractionText(worst),
    energy: energyOf(exact, trades),
    missing: missingLabels(basis, trades),
    firstDays: firstDaysOf(basis.items, trades),
  };
  return { model, ...(ofBids && { items: { idmodel, ...ofBids.items } }) };
}

/** Null where a price or a history is missing. */
function worstDecileOf(
  { scenarios }: Basis,
  exact: ExactTrades,
  trades: readonly ItemTrade[],
  sum: bigint | null,
): Fraction | null {
  return sum === null ? null : scenarios.dearestTenth(exact, trades, sum);
}

function evaluatedRules(
  basis: Basis,
  rules: readonly RuleTrades[],
  dayAheadCost: Fraction | null,
): RuleEvaluation[] {
  return rules.map(({ rule, trades }) => {
    const { exact, cost } = expected(basis, trades);
    return {
      rule,
      cost: cost && fractionText(cost),
      saved: cost && dayAheadCost && fractionText(minus(dayAheadCost, cost)),
      energy: energyOf(exact, trades),
    };
  });
}

function expected({ items, prices }: Basis, trades: readonly ItemTrade[]) {
  const exact = new ExactTrades(items, trades);
  const sum = costOfTrades(exact, trades, (session, item) => priceOf(prices, session, item));
  return { exact, sum, cost: sum === null ? null : exact.euros(sum) };
}

function energyOf(exact: ExactTrades, trades: readonly ItemTrade[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const trade of trades) {
    sums.set(trade.session, (sums.get(trade.session) ?? 0n) + exact.energy(trade));
  }
  const energies = [...sums].map(([session, sum]) => {
    return [session, fractionText(exact.megawattHours(sum))] as const;
  });
  return Object.fromEntries(energies);
}

function missingLabels({ items, prices }: Basis, trades: readonly ItemTrade[]): string[] {
  const missing = new Set<number>();
  for (const { session, item } of trades) {
    if (priceOf(prices, session, item) === undefined) missing.add(item);
  }
  return items.filter((_, i) => missing.has(i)).map(({ label }) => label);
}

function pricesOf({ items, curves }: GatheredInputs): EvaluationPrices {
  const prices: Partial<Record<Session, (number | null)[]>> = {};
  for (const [session, curve] of curves) {
    prices[session] = items.map(({ period }) => priceMinutes(curve, period) ?? null);
  }
  return prices;
}

/** Trades that buy each item in its first open session, as model 1 does. */
export function allInFirstSession(open: readonly (readonly Session[])[]): ItemTrade[] {
  return open.map(([session], item) => ({
    item,
    session: session as Session,
    bought: 100,
    sold: 0,
  }));
}

/** Many purchases use the same predictions. */
const digests = new WeakMap<PricePrediction, string>();

function digestOf(prediction: PricePrediction, digest: Digest): string {
  const known = digests.get(prediction) ?? digest(predictionCsv(prediction));
  digests.set(prediction, known);
  return known;
}

function usedPredictions({ used }: GatheredInputs, digest: Digest): UsedPrediction[] {
  return SESSIONS.flatMap(({ session }) => used.get(session) ?? []).map((prediction) => ({
    market: prediction.market,
    generatedAt: prediction.generatedAt.toISOString(),
    origin: prediction.origin,
    digest: digestOf(prediction, digest),
    source: prediction.origin === 'live' || prediction.origin === 'hindcast' ? 'service' : 'put',
  }));
}

function usedCurves({ spreadCurves = [] }: GatheredInputs): { curves?: readonly UsedCurves[] } {
  if (spreadCurves.length === 0) return {};
  const curves = spreadCurves.map(({ date, earlier, later, generatedAt }) => {
    return { date, earlier, later, generatedAt: generatedAt.toISOString() };
  });
  return { curves };
}

function usedGates(items: readonly SeriesItem[], models: readonly ModelTrades[]): UsedGate[] {
  const used = daysOf(
    items,
    models.flatMap(({ trades }) => trades),
  );
  return SESSIONS.flatMap(({ session }) => {
    return [...(used.get(session) ?? [])].sort().map((date) => ({ session, date }));
  });
}

function firstDaysOf(items: readonly SeriesItem[], trades: readonly ItemTrade[]) {
  const used = daysOf(items, trades);
  const firsts = SESSIONS.flatMap(({ session }) => {
    const [first] = [...(used.get(session) ?? [])].sort();
    return first === undefined ? [] : [[session, first] as const];
  });
  return Object.fromEntries(firsts);
}

/** The delivery days that are traded in each session. */
function daysOf(
  items: readonly SeriesItem[],
  trades: readonly ItemTrade[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const days = datesOf(items);
  const used = new Map<string, Set<string>>();
  for (const { session, item } of trades) {
    const own = used.get(session) ?? new Set<string>();
    used.set(session, own.add(days[item] as string));
  }
  return used;
}

/** Kept for as long as the items are: each model asks for them. */
const dates = new WeakMap<readonly SeriesItem[], readonly string[]>();

/** The delivery day of each item. */
function datesOf(items: readonly SeriesItem[]): readonly string[] {
  const known = dates.get(items) ?? items.map(({ period }) => dateAt(period.end - 1));
  dates.set(items, known);
  return known;
}
