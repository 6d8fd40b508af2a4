import { type Digest, type JsonText, SolanoError } from '@solano/domain/kernel';
import { Gates, SESSIONS, type Session } from '@solano/domain/market';
import { evaluateOutputs, type Provenance } from '../evaluation/evaluate.ts';
import type { EvaluationText, RealisedResult, RealisedTask } from '../evaluation/evaluation.ts';
import { type ModelTrades, tradesOfOutput, tradesOfRun } from '../evaluation/trades.ts';
import type { LinearSolver } from '../models/linear-solver.ts';
import type { Allocation } from '../models/model.ts';
import { MODELS, type ModelRun, runModel } from '../models/run-model.ts';
import type { GatheredInputs, SplitInputs } from '../models/split-inputs.ts';

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
interface ModelFailure {
  readonly idmodel: number;
  readonly cause: string;
}

export interface Split {
  readonly outputs: readonly ModelObject[];
  /** Names the models that had to be left out; empty when none was. */
  readonly error: string;
  readonly failures: readonly ModelFailure[];
}

/** A {@link Split} whose model objects are JSON text, with what they are expected to be worth. */
export interface SplitText extends Omit<Split, 'outputs'> {
  readonly outputs: readonly { readonly idmodel: number; readonly json: JsonText }[];
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
  /** Realised costs of outputs. */
  realise(task: RealisedTask): Promise<RealisedResult>;
}

/** The input of a splitter; plain data, so that it can be sent to another thread. */
export interface SplitterTask {
  readonly inputs: GatheredInputs;
  readonly provenance: Provenance;
}

/** The inputs of a splitter. */
export interface SplitterTools {
  readonly solver: LinearSolver;
  readonly digest: Digest;
}

/** Why a purchase failed whose models could not even be begun. */
export const NOT_COMPUTED = 'The strategies could not be computed for this purchase.';

/** {@link runModels} with the outputs as JSON, evaluated. Errors: `computation_failed`. */
export async function splitToText(
  { inputs, provenance }: SplitterTask,
  { solver, digest }: SplitterTools,
): Promise<SplitText> {
  try {
    const { outputs: made, trades, error, failures } = await runModels(inputs, solver);
    const evaluation = evaluateOutputs(inputs, trades, provenance, digest);
    const outputs = made.map((each) => ({ idmodel: each.idmodel, json: JSON.stringify(each) }));
    return { outputs, evaluation, error, failures };
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
