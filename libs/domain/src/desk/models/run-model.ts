import type { Observe } from '@solano/domain/kernel';
import type { Session } from '@solano/domain/market';
import type { BidCurves } from '../bids/curves.ts';
import type { Allocation, Slot, StrategyModel } from './model.ts';
import { MODELS } from './models.ts';
import type { Parameters } from './parameters.ts';
import type { LinearSolver } from './programs/linear-solver.ts';
import { WHOLE } from './shares.ts';
import { openSessions, slotsFor } from './slots/slots.ts';
import type { SplitInputs } from './split-inputs.ts';

/** A model's allocation for each slot of a series, in the same order. */
export interface ModelRun {
  readonly slots: readonly Slot[];
  readonly allocations: readonly Allocation[];
  /** The bids of each slot that the allocations are expected of; left out: these are bought at any price. */
  readonly curves?: readonly BidCurves[];
}

/** A model that ran. */
export interface CompletedRun extends ModelRun {
  readonly idmodel: number;
}

/** A model that could not be computed, and the stack traces of why: for the operator. */
interface ModelFailure {
  readonly idmodel: number;
  readonly cause: string;
}

/** How the models of a purchase went. */
export interface RunResult {
  /** Names the models that had to be left out; empty when none was. */
  readonly error: string;
  readonly failures: readonly ModelFailure[];
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
export interface ModelRunInputs {
  readonly inputs: SplitInputs;
  /** The sessions in which each item can be bought. */
  readonly open: readonly (readonly Session[])[];
  readonly solver: LinearSolver;
  /** Observes each model, by its name. */
  readonly observeModel?: Observe | undefined;
}

/** The slots of a series by what models need of it: those that need the same share them. */
const shared = new WeakMap<ModelRunInputs, Map<string, ReturnType<typeof slotsFor>>>();

/** Runs every enabled model over a purchase series; one that fails leaves the others alone. */
export async function runModels(
  inputs: SplitInputs,
  solver: LinearSolver,
  observeModel?: Observe,
): Promise<RunResult & { readonly runs: readonly CompletedRun[] }> {
  const open = openSessions(inputs);
  const runs: CompletedRun[] = [];
  const gaps: string[] = [];
  const failures: ModelFailure[] = [];
  const runInputs = { inputs, open, solver, observeModel };
  for (const { idmodel, enabled, parameters } of inputs.settings) {
    const model = MODELS.find((known) => known.idmodel === idmodel);
    if (!model || !enabled) continue;
    const run = await runModel(model, parameters, runInputs);
    if ('cause' in run) failures.push({ idmodel, cause: run.cause });
    if ('gap' in run) gaps.push(`Model ${idmodel} left out: ${run.gap}.`);
    else runs.push({ idmodel, ...run });
  }
  return { runs, error: gaps.join(' '), failures };
}

/**
 * Runs a model over a series. Its failure is returned, so that it does not affect the other
 * models.
 */
export async function runModel(
  model: StrategyModel,
  parameters: Parameters,
  run: ModelRunInputs,
): Promise<ModelRun | LeftOut | Failed> {
  let ended: ReturnType<Observe> | undefined;
  try {
    const { slots, gap } = slotsOf(model, run);
    if (gap) return { gap };
    ended = run.observeModel?.(model.name);
    const made = model.bid?.(slots, parameters) ?? {
      allocations: await model.allocate(slots, parameters, run.solver),
    };
    const allocations = slots.map((slot, s) => requireValid(slot, made.allocations[s]));
    ended?.();
    return { ...made, slots, allocations };
  } catch (error) {
    ended?.(error);
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

function requireValid(slot: Slot, allocation: Allocation | undefined): Allocation {
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
 * The rules of every split: whole, non-negative hundredths, never bought and sold in one session,
 * never sold before bought, nothing sold day-ahead, and a whole in sum.
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
