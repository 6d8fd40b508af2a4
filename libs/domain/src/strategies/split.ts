import { SolanoError } from '../errors.ts';
import type { PriceCurve } from '../market/prices.ts';
import type { Period, Session } from '../market/sessions.ts';
import { Gates } from '../market/sessions.ts';
import type { StrategySetting } from './catalogue.ts';
import { MODELS } from './catalogue.ts';
import type { Allocation, Slot, StrategyModel } from './model.ts';
import { WHOLE } from './shares.ts';

/** One submitted item: its label and the period that the label ends. */
export interface SeriesItem {
  readonly label: string;
  readonly period: Period;
}

/** A row of a strategy output: percentages of the item's submitted MW. */
export interface OutputRow {
  readonly datetime: string;
  readonly purchase_percentage: number;
  readonly sale_percentage: number;
}

/** A strategy output: the rows of each session in which the model trades. */
export interface ModelObject {
  readonly idmodel: number;
  readonly value: Readonly<Partial<Record<Session, readonly OutputRow[]>>>;
}

export interface SplitInputs {
  /** The submitted items in their order. */
  readonly items: readonly SeriesItem[];
  /** The instant of submission, in ms: it decides which gates are open. */
  readonly submittedAt: number;
  /** The models that are to run, with their parameters. */
  readonly settings: readonly StrategySetting[];
  /** The predicted prices of each session's market. */
  readonly curves: ReadonlyMap<Session, PriceCurve>;
}

/**
 * Runs every enabled model over a purchase series. `error` names the models that had to be left
 * out, and is empty when none was. Errors: `computation_failed` when a model breaks a rule that
 * every output keeps.
 */
export function splitPurchase(inputs: SplitInputs): { outputs: ModelObject[]; error: string } {
  const gates = new Gates(inputs.submittedAt);
  const open = inputs.items.map(({ period }) => gates.open(period));
  const outputs: ModelObject[] = [];
  const gaps: string[] = [];
  for (const { idmodel, enabled, parameters } of inputs.settings) {
    const model = MODELS.find((known) => known.idmodel === idmodel);
    if (!model || !enabled) continue;
    const slots = slotsFor(model, inputs, open);
    const gap = earliestGap(slots);
    if (gap) {
      gaps.push(`Model ${idmodel} left out: no price prediction for ${gap.label}.`);
    } else {
      outputs.push(modelObject(model, slots, model.allocate(slots, parameters)));
    }
  }
  return { outputs, error: gaps.join(' ') };
}

/** The slots of a model: without prices that it needs, a session is not in its S. */
function slotsFor(model: StrategyModel, inputs: SplitInputs, open: readonly Session[][]): Slot[] {
  const priced = model.inputs.includes('price_predictions');
  return inputs.items.map(({ label, period }, i) => {
    const sessions = open[i] as Session[];
    if (!priced) return { label, period, sessions, weighed: [] };
    const known = sessions
      .map((session) => ({ session, cost: inputs.curves.get(session)?.weigh(period) }))
      .filter((each) => each.cost !== undefined);
    return {
      label,
      period,
      sessions: known.map(({ session }) => session),
      weighed: known.map(({ cost }) => cost as number),
    };
  });
}

function earliestGap(slots: readonly Slot[]): Slot | undefined {
  return slots
    .filter(({ sessions }) => sessions.length === 0)
    .reduce<Slot | undefined>(
      (first, slot) => (first && first.period.end <= slot.period.end ? first : slot),
      undefined,
    );
}

function modelObject(
  model: StrategyModel,
  slots: readonly Slot[],
  allocations: readonly Allocation[],
): ModelObject {
  const rows: Partial<Record<Session, OutputRow[]>> = {};
  const traded = new Set<Session>();
  slots.forEach((slot, s) => {
    const allocation = allocations[s];
    if (!allocation || !isSound(slot, allocation)) {
      const what = `Model ${model.idmodel} gave no sound split for ${slot.label}.`;
      throw new SolanoError('computation_failed', what);
    }
    slot.sessions.forEach((session, i) => {
      const { bought, sold } = allocation[i] as Allocation[number];
      if (bought !== 0 || sold !== 0) traded.add(session);
      const row = {
        datetime: slot.label,
        purchase_percentage: bought / 100,
        sale_percentage: sold / 100,
      };
      rows[session] ??= [];
      rows[session].push(row);
    });
  });
  const kept = SESSION_ORDER.filter((session) => traded.has(session));
  const value = Object.fromEntries(kept.map((session) => [session, rows[session] ?? []]));
  return { idmodel: model.idmodel, value };
}

const SESSION_ORDER: readonly Session[] = ['MD', 'MID1', 'MID2', 'MID3'];

/**
 * What holds of every split: whole, non-negative hundredths, never bought and sold in one
 * session, never sold before bought, nothing sold day-ahead, and a whole in sum.
 */
export function isSound(slot: Slot, allocation: Allocation): boolean {
  if (allocation.length !== slot.sessions.length) return false;
  let held = 0;
  for (const { bought, sold } of allocation) {
    if (!isShare(bought) || !isShare(sold) || (bought > 0 && sold > 0)) return false;
    held += bought - sold;
    if (held < 0) return false;
  }
  return held === WHOLE;
}

function isShare(share: number): boolean {
  return Number.isInteger(share) && share >= 0;
}
