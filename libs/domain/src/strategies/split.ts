import { isSolanoError, SolanoError } from '../errors.ts';
import type { Period, Session } from '../market/sessions.ts';
import { Gates } from '../market/sessions.ts';
import type { Allocation, Slot, StrategyModel } from '../models/model.ts';
import { WHOLE } from '../models/shares.ts';
import { slotsFor } from '../models/slots.ts';
import type { PastErrors } from '../prices/past-errors.ts';
import type { PriceCurve } from '../prices/prices.ts';
import type { StrategySetting } from './catalogue.ts';
import { MODELS } from './catalogue.ts';

/** One submitted item: its label and the period that the label ends. */
export interface SeriesItem {
  readonly label: string;
  readonly period: Period;
  /** What is to be bought, in MW; negative where it is to be sold. */
  readonly megawatts: number;
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

/** What a purchase is to be split by. */
export interface SplitTask {
  /** The submitted items in their order. */
  readonly items: readonly SeriesItem[];
  /** The instant of submission, in ms: it decides which gates are open. */
  readonly submittedAt: number;
  /** The models that are to run, with their parameters. */
  readonly settings: readonly StrategySetting[];
}

/** All that the models look at; plain data, so that it can be handed to another thread. */
export interface SplitInputs extends SplitTask {
  /** The predicted prices of each session's market; a session without is given none. */
  readonly curves: ReadonlyMap<Session, PriceCurve>;
  readonly history: ErrorsByVintage;
}

/**
 * The past prediction errors of sessions, by the session before whose gate the predictions were
 * made and then by their own: what is compared with each other is of one vintage.
 */
export type ErrorsByVintage = ReadonlyMap<Session, ReadonlyMap<Session, PastErrors>>;

export interface Split {
  readonly outputs: readonly ModelObject[];
  /** Names the models that had to be left out; empty when none was. */
  readonly error: string;
}

/** A {@link Split} whose outputs are JSON text. */
export interface SplitText {
  readonly outputs: string;
  readonly error: string;
}

/**
 * Splits purchases where that keeps nobody waiting. Errors: `computation_failed`;
 * `engine_unavailable` once it is closed.
 */
export interface PurchaseSplitter {
  split(inputs: SplitInputs): Promise<SplitText>;
}

/** Why a purchase failed that no model could be computed for. */
export const NOT_COMPUTED = 'The strategies could not be computed for this purchase.';

/** {@link splitPurchase} with the outputs as JSON. Errors: `computation_failed`. */
export async function splitToText(inputs: SplitInputs): Promise<SplitText> {
  try {
    const { outputs, error } = await splitPurchase(inputs);
    return { outputs: JSON.stringify(outputs), error };
  } catch (cause) {
    if (isSolanoError(cause, 'computation_failed')) throw cause;
    throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
  }
}

/**
 * Runs every enabled model over a purchase series. Errors: `computation_failed` when a model
 * breaks a rule that every output keeps.
 */
export async function splitPurchase(inputs: SplitInputs): Promise<Split> {
  const gates = new Gates(inputs.submittedAt);
  const open = inputs.items.map(({ period }) => gates.open(period));
  const outputs: ModelObject[] = [];
  const gaps: string[] = [];
  for (const { idmodel, enabled, parameters } of inputs.settings) {
    const model = MODELS.find((known) => known.idmodel === idmodel);
    if (!model || !enabled) continue;
    const { slots, gap } = slotsFor(model, inputs, open);
    if (gap) gaps.push(`Model ${idmodel} left out: ${gap}.`);
    else outputs.push(modelObject(model, slots, await model.allocate(slots, parameters)));
  }
  return { outputs, error: gaps.join(' ') };
}

function modelObject(
  model: StrategyModel,
  slots: readonly Slot[],
  allocations: readonly Allocation[],
): ModelObject {
  const rows: Partial<Record<Session, OutputRow[]>> = {};
  const traded = new Set<Session>();
  slots.forEach((slot, s) => {
    const allocation = requireSound(model, slot, allocations[s]);
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

/** What a model made of a slot. Errors: `computation_failed` unless it {@link isSound}. */
export function requireSound(
  { idmodel }: StrategyModel,
  slot: Slot,
  allocation: Allocation | undefined,
): Allocation {
  if (allocation && isSound(slot, allocation)) return allocation;
  const what = `Model ${idmodel} gave no sound split for ${slot.label}.`;
  throw new SolanoError('computation_failed', what);
}

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
