import { SolanoError } from '../errors.ts';
import { Gates, SESSIONS, type Session } from '../markets/sessions.ts';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { cvarDay } from '../models/cvar-day.ts';
import { dayAhead } from '../models/day-ahead.ts';
import { ladder } from '../models/ladder.ts';
import type { LinearSolver } from '../models/linear-solver.ts';
import { meanVariance } from '../models/mean-variance.ts';
import type { Allocation, Slot, StrategyModel } from '../models/model.ts';
import { WHOLE } from '../models/shares.ts';
import { slotsFor } from '../models/slots.ts';
import { spreadResale } from '../models/spread-resale.ts';
import type { Digest } from '../objects/layout.ts';
import { evaluateOutputs, type Provenance } from '../purchase-evaluation/evaluate.ts';
import type {
  EvaluationText,
  RealisedResult,
  RealisedTask,
} from '../purchase-evaluation/evaluation.ts';
import { type ModelTrades, tradesOfOutput, tradesOfRun } from '../purchase-evaluation/trades.ts';
import type { JsonText } from '../values/text.ts';
import type { Parameters } from './parameters.ts';
import type { GatheredInputs, SplitInputs } from './split-inputs.ts';

/** Every model that the service has, by ascending idmodel. */
export const MODELS: readonly StrategyModel[] = [
  dayAhead,
  ladder,
  cheapestCapped,
  meanVariance,
  cvarDay,
  spreadResale,
];

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

/** A model that could not be computed, and the stack traces of why: for the operator. */
export interface ModelFailure {
  readonly idmodel: number;
  readonly cause: string;
}

export interface Split {
  readonly outputs: readonly ModelObject[];
  /** Names the models that had to be left out; empty when none was. */
  readonly error: string;
  readonly failures: readonly ModelFailure[];
}

/** A {@link Split} whose outputs are JSON text, with what they are expected to be worth. */
export interface SplitText extends Omit<Split, 'outputs'> {
  readonly outputs: string;
  readonly evaluation: EvaluationText;
}

/**
 * Splits and evaluates purchases off the main thread. Errors: `computation_failed`;
 * `engine_unavailable` once it is closed.
 */
export interface PurchaseSplitter {
  split(task: SplitterTask): Promise<SplitText>;
  /** Evaluates outputs that were made elsewhere, each the JSON of a model object. */
  evaluate(task: SplitterTask, outputs: readonly JsonText[]): Promise<EvaluationText>;
  /** What outputs have cost. */
  realise(task: RealisedTask): Promise<RealisedResult>;
}

/** The input of a splitter; plain data, so that it can be sent to another thread. */
export interface SplitterTask {
  readonly inputs: GatheredInputs;
  readonly provenance: Provenance;
}

/** What a splitter works with. */
export interface SplitterTools {
  readonly solver: LinearSolver;
  readonly digest: Digest;
}

/** What a model made of a series: an allocation for each of its slots, in the same order. */
export interface ModelRun {
  readonly slots: readonly Slot[];
  readonly allocations: readonly Allocation[];
}

/** Why a model is left out, to follow `left out: `. */
interface LeftOut {
  readonly gap: string;
}

/** A model that threw or broke a rule; the cause is text, as an error may not reach another thread. */
interface Failed extends LeftOut {
  readonly cause: string;
}

/** The inputs that all models of a series share. */
interface ModelRunInputs {
  readonly inputs: SplitInputs;
  /** The sessions in which each item can be bought. */
  readonly open: readonly (readonly Session[])[];
  readonly solver: LinearSolver;
}

/** Why a purchase failed whose models could not even be begun. */
export const NOT_COMPUTED = 'The strategies could not be computed for this purchase.';

/** {@link runModels} with the outputs as JSON, evaluated. Errors: `computation_failed`. */
export async function splitToText(
  { inputs, provenance }: SplitterTask,
  { solver, digest }: SplitterTools,
): Promise<SplitText> {
  try {
    const { outputs, trades, error, failures } = await runModels(inputs, solver);
    const evaluation = evaluateOutputs(inputs, trades, provenance, digest);
    return { outputs: JSON.stringify(outputs), evaluation, error, failures };
  } catch (cause) {
    throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
  }
}

/** Evaluates stored outputs. Errors: `computation_failed`. */
export function evaluateTexts(
  { inputs, provenance }: SplitterTask,
  outputs: readonly JsonText[],
  digest: Digest,
): EvaluationText {
  try {
    const trades = outputs.map((json) => tradesOfOutput(json, inputs.items));
    return evaluateOutputs(inputs, trades, provenance, digest);
  } catch (cause) {
    throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
  }
}

/**
 * Runs every enabled model over a purchase series; one that fails leaves the others alone. Returns the
 * split, and the same as trades of the items.
 */
export async function runModels(
  inputs: SplitInputs,
  solver: LinearSolver,
): Promise<Split & { readonly trades: readonly ModelTrades[] }> {
  const gates = new Gates(inputs.submittedAt, inputs.cancelled);
  const open = inputs.items.map(({ period }) => gates.open(period));
  const outputs: ModelObject[] = [];
  const trades: ModelTrades[] = [];
  const gaps: string[] = [];
  const failures: ModelFailure[] = [];
  const runInputs = { inputs, open, solver };
  for (const { idmodel, enabled, parameters } of inputs.settings) {
    const model = MODELS.find((known) => known.idmodel === idmodel);
    if (!model || !enabled) continue;
    const run = await runModel(model, parameters, runInputs);
    if ('cause' in run) failures.push({ idmodel, cause: run.cause });
    if ('gap' in run) {
      gaps.push(`Model ${idmodel} left out: ${run.gap}.`);
      continue;
    }
    outputs.push(modelObject(idmodel, run));
    trades.push(tradesOfRun(idmodel, run.slots, run.allocations));
  }
  return { outputs, trades, error: gaps.join(' '), failures };
}

/** The slots of a series by what models need of it: those that need the same share them. */
const shared = new WeakMap<ModelRunInputs, Map<string, ReturnType<typeof slotsFor>>>();

/**
 * Runs a model over a series. Its failure is returned, so that it does not affect the other
 * models.
 */
export async function runModel(
  model: StrategyModel,
  parameters: Parameters,
  run: ModelRunInputs,
): Promise<ModelRun | LeftOut | Failed> {
  try {
    const { slots, gap } = slotsOf(model, run);
    if (gap) return { gap };
    const allocations = await model.allocate(slots, parameters, run.solver);
    return { slots, allocations: slots.map((slot, s) => soundOf(slot, allocations[s])) };
  } catch (error) {
    return { gap: 'it could not be computed', cause: traceOf(error) };
  }
}

function slotsOf(model: StrategyModel, run: ModelRunInputs): ReturnType<typeof slotsFor> {
  const known = shared.get(run) ?? new Map<string, ReturnType<typeof slotsFor>>();
  shared.set(run, known);
  const needs = model.inputs.join();
  const found = known.get(needs) ?? slotsFor(model, run.inputs, run.open);
  known.set(needs, found);
  return found;
}

function soundOf(slot: Slot, allocation: Allocation | undefined): Allocation {
  if (allocation && isValid(slot, allocation)) return allocation;
  throw new Error(`There is no sound split for ${slot.label}.`);
}

/** The stack traces of an error and of its causes. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\nCaused by: ${traceOf(error.cause)}`;
}

/**
 * What holds of every split: whole, non-negative hundredths, never bought and sold in one
 * session, never sold before bought, nothing sold day-ahead, and a whole in sum.
 */
export function isValid(slot: Slot, allocation: Allocation): boolean {
  if (allocation.length !== slot.sessions.length) return false;
  let net = 0;
  for (const { bought, sold } of allocation) {
    if (!isShare(bought) || !isShare(sold) || (bought > 0 && sold > 0)) return false;
    net += bought - sold;
    if (net < 0) return false;
  }
  return net === WHOLE;
}

function isShare(share: number): boolean {
  return Number.isInteger(share) && share >= 0;
}

function modelObject(idmodel: number, { slots, allocations }: ModelRun): ModelObject {
  const rows: Partial<Record<Session, OutputRow[]>> = {};
  const traded = new Set<Session>();
  slots.forEach((slot, s) => {
    const allocation = allocations[s] as Allocation;
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
  const used = SESSIONS.filter(({ session }) => traded.has(session));
  const value = Object.fromEntries(used.map(({ session }) => [session, rows[session] ?? []]));
  return { idmodel, value };
}
