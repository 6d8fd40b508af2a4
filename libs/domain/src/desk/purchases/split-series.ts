import { type Digest, type JsonText, type Observe, SolanoError } from '@solano/domain/kernel';
import { SESSIONS, type Session } from '@solano/domain/market';
import { bidsByCurves } from '../bids/clearing.ts';
import { evaluateOutputs } from '../evaluation/evaluate.ts';
import type { EvaluationText } from '../evaluation/evaluation.ts';
import { type OutputBids, outputBids, periodBids } from '../evaluation/stored-bids.ts';
import { type ModelTrades, tradesOfOutput, tradesOfRun } from '../evaluation/trades.ts';
import type { Allocation } from '../models/model.ts';
import type { LinearSolver } from '../models/programs/linear-solver.ts';
import { type CompletedRun, type RunResult, runModels } from '../models/run-model.ts';
import type { SplitInputs } from '../models/split-inputs.ts';
import { NOT_COMPUTED, type SplitText, type SplitterTask } from './purchase-splitter.ts';

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
  /** Of a model that bids: what it bids, while `value` has the shares that are expected to clear. */
  readonly bids?: OutputBids;
}

/** The outputs of the models of a purchase. */
interface Split extends RunResult {
  readonly outputs: readonly ModelObject[];
}

/** The inputs of a splitter. */
export interface SplitterTools {
  readonly solver: LinearSolver;
  readonly digest: Digest;
  /** Observes each model, by its name. */
  readonly observeModel?: Observe;
}

/** {@link splitSeries} with the outputs as JSON, evaluated. Errors: `computation_failed`. */
export async function splitToText(
  { inputs, provenance }: SplitterTask,
  { solver, digest, observeModel }: SplitterTools,
): Promise<SplitText> {
  try {
    const {
      outputs: made,
      trades,
      error,
      failures,
    } = await splitSeries(inputs, solver, observeModel);
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
    const trades = outputs.map((json) => {
      const bids = periodBids(json, inputs.items);
      return { ...tradesOfOutput(json, inputs.items), ...(bids && { bids }) };
    });
    return evaluateOutputs(inputs, trades, provenance, digest);
  } catch (cause) {
    throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
  }
}

/** Runs the models. Returns their outputs, and the same as trades of the items. */
export async function splitSeries(
  inputs: SplitInputs,
  solver: LinearSolver,
  observeModel?: Observe,
): Promise<Split & { readonly trades: readonly ModelTrades[] }> {
  const { runs, error, failures } = await runModels(inputs, solver, observeModel);
  const trades = runs.map(({ idmodel, slots, allocations, curves }) => {
    const own = tradesOfRun(idmodel, slots, allocations);
    return curves ? { ...own, bids: curves.map(bidsByCurves) } : own;
  });
  return { outputs: runs.map(modelObject), trades, error, failures };
}

function modelObject({ idmodel, slots, allocations, curves }: CompletedRun): ModelObject {
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
  return { idmodel, value, ...(curves && { bids: outputBids(slots, curves) }) };
}
