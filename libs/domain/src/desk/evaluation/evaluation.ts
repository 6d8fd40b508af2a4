import { dayOf, type JsonText } from '@solano/domain/kernel';
import {
  type CancelledSession,
  gateClosure,
  type Market,
  type PredictionOrigin,
  type PriceCurve,
  SESSIONS,
  type Session,
} from '@solano/domain/market';
import type { RuleBasis } from '../models/constant-rules.ts';
import type { ConstantRule } from '../models/model.ts';
import type { StrategySetting } from '../models/parameters.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { FractionText } from './fraction.ts';

/** Expected cost of one output when it was made; money in EUR, energy in MWh. */
export interface ModelEvaluation {
  readonly idmodel: number;
  /** Null where a price is missing. */
  readonly cost: FractionText | null;
  /** Cost of model 1 less this one's; null where one of the two is. */
  readonly saved: FractionText | null;
  /** Mean of the dearest tenth of the scenarios; null where there are fewer than 60. */
  readonly worstDecileCost: FractionText | null;
  /** Bought less sold, by session. */
  readonly energy: Readonly<Record<string, FractionText>>;
  /** Labels of the items that it trades where a price is missing. */
  readonly missing: readonly string[];
  /**
   * The first delivery day that it trades in each session, `YYYY-MM-DD`; evaluations of earlier
   * releases have none.
   */
  readonly firstDays?: Readonly<Partial<Record<Session, string>>>;
}

/** Expected cost of a constant rule for the same purchase; null if a price is missing. */
export interface RuleEvaluation extends Pick<ModelEvaluation, 'cost' | 'saved' | 'energy'> {
  readonly rule: ConstantRule;
}

/** A prediction that an evaluation has used. */
export interface UsedPrediction {
  readonly market: Market;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly origin: PredictionOrigin;
  /** SHA-256 of the prediction as CSV, in hexadecimal digits. */
  readonly digest: string;
  /** Whether the service made it, or it was imported. */
  readonly source: 'service' | 'put';
}

/** Curves of expected spreads that an evaluation has used. */
export interface UsedCurves {
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
  readonly earlier: Session;
  readonly later: Session;
  /** ISO 8601. */
  readonly generatedAt: string;
}

/** Settings that the models ran with; version 0 are the defaults. */
interface UsedSettings {
  readonly version: number;
  readonly models: readonly StrategySetting[];
}

/** Inputs of the constant rules for a purchase, as known at its evaluation. */
export interface RuleInputs extends RuleBasis {
  /** Sessions known to be cancelled: no rule buys in them. */
  readonly cancelled: readonly CancelledSession[];
}

/** Provenance of an evaluation besides the prices. */
export interface Provenance {
  readonly settings: UsedSettings | null;
  readonly software: string;
  readonly rules: RuleInputs;
}

/** The gate of a session that outputs use: of one delivery day. */
export interface UsedGate {
  readonly session: Session;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
}

/** Expected values of a purchase's outputs, and the inputs of the computation. */
export interface PurchaseEvaluation {
  readonly models: readonly ModelEvaluation[];
  readonly inputs: {
    readonly markets: readonly UsedPrediction[];
    /** Past days that the scenarios are made of. */
    readonly historyDays: number;
    /** Left out where there were none, and in evaluations of earlier releases. */
    readonly curves?: readonly UsedCurves[];
    /** Null where the outputs are the customer's own. */
    readonly settings: UsedSettings | null;
    /** Version of the service. */
    readonly software: string;
    /** Trades of the constant rules; evaluations of earlier releases have none. */
    readonly rules?: RuleInputs;
  };
  /** Evaluations of earlier releases have none. */
  readonly rules?: readonly RuleEvaluation[];
  readonly gates: readonly UsedGate[];
  /** Sessions known to be cancelled on a day of the purchase. */
  readonly cancelled: readonly Session[];
}

/**
 * The predicted prices by which a purchase was evaluated: for each session, price × minutes of each
 * item in thousandths of EUR/MWh × minutes; null where there is none.
 */
export interface EvaluationPrices
  extends Readonly<Partial<Record<Session, readonly (number | null)[]>>> {
  /** Of outputs with bids, whose expected costs these prices alone do not give. */
  readonly bidCosts?: readonly ItemCosts[];
}

/** The expected cost of each item, fees included: whole numbers of 1 / `den` EUR. */
export interface ItemCosts {
  readonly idmodel: number;
  readonly den: string;
  readonly nums: readonly string[];
}

/** An {@link PurchaseEvaluation} with its {@link EvaluationPrices} as they are stored. */
export interface EvaluationText {
  readonly figures: JsonText;
  readonly prices: JsonText;
  /** When the last item has been delivered: ISO 8601. */
  readonly deliveredAt: string;
}

/** Realised cost of trades; money in EUR, energy in MWh. */
export interface RealisedTrades {
  readonly cost: FractionText;
  readonly saved: FractionText;
  /** Shares of sessions that were not held, which count in the next one that was. */
  readonly moved?: readonly Moved[];
  /** Shares of sessions that were not held, with no session after them. */
  readonly notBought?: { readonly labels: readonly string[]; readonly energy: FractionText };
}

export interface Moved {
  readonly session: Session;
  readonly to: Session;
  /** Bought less sold. */
  readonly energy: FractionText;
}

/** Realised cost of a constant rule. */
interface RealisedRule extends RealisedTrades {
  readonly rule: ConstantRule;
}

/** Realised cost of the outputs of one model. */
export interface RealisedCosts extends RealisedTrades {
  readonly idmodel: number;
  /**
   * Saving within the model's own limits with the prices known; null for a customer's own output,
   * whose limits are unknown.
   */
  readonly foresightSaved: FractionText | null;
  /** What is executed, where cost and saving rest on it; never stored. */
  readonly executed?: ExecutedEnergy;
}

/** Energy by executed trades, and the worth by the decision that they replace. */
interface ExecutedEnergy {
  /** Whether all that was decided is executed, by session and day, or some of it. */
  readonly restsOn: 'executed' | 'both';
  /** Bought less sold. */
  readonly energy: FractionText;
  readonly decided: RealisedTrades;
}

/** Inputs for comparing outputs with realised prices; plain data. */
export interface RealisedTask {
  readonly items: readonly SeriesItem[];
  /** The instant of submission, in ms: it decides which sessions a model could use. */
  readonly submittedAt: number;
  /** The JSON of each output. */
  readonly outputs: readonly JsonText[];
  /** That the models ran with; null where the outputs are the customer's own. */
  readonly settings: readonly StrategySetting[] | null;
  /** The realised prices that there are. */
  readonly curves: ReadonlyMap<Session, PriceCurve>;
  /** Sessions known to be cancelled on a day of the items. */
  readonly cancelled: readonly CancelledSession[];
  /** Sessions that have realised prices of the items' days or of days near them. */
  readonly traded: ReadonlySet<Session>;
  /** Whether sessions without prices are given up: they were cancelled, or never published. */
  readonly isLate: boolean;
  /** Null: the rules are left out. */
  readonly rules: RuleInputs | null;
}

export interface RealisedResult {
  readonly realised: readonly (RealisedCosts | RealisedRule)[];
  /** Whether that is all outputs and rules. */
  readonly isComplete: boolean;
}

/** An evaluation as it is stored. */
export interface StoredEvaluation {
  readonly evaluatedAt: Date;
  readonly figures: JsonText;
  /** The JSON of {@link RealisedResult.realised}, of those whose prices have all come. */
  readonly realised: JsonText;
}

/** The evaluation of a constant rule. */
export interface EvaluatedRule {
  readonly rule: RuleEvaluation;
  /** Undefined while prices are to come. */
  readonly realised: RealisedRule | undefined;
}

/** The evaluation of one output. */
export interface EvaluatedOutput {
  readonly model: ModelEvaluation;
  /** Undefined while prices are to come. */
  readonly realised: RealisedCosts | undefined;
}

/** Parses a stored evaluation. */
export function parseEvaluation({
  figures,
  realised,
}: Pick<StoredEvaluation, 'figures' | 'realised'>) {
  const { models, rules = [], ...evaluation } = JSON.parse(figures) as PurchaseEvaluation;
  const all = JSON.parse(realised) as RealisedResult['realised'];
  const costs = all.filter((each) => 'idmodel' in each);
  const ruleCosts = all.filter((each) => 'rule' in each);
  const outputs = models.map((model): EvaluatedOutput => {
    return { model, realised: costs.find(({ idmodel }) => idmodel === model.idmodel) };
  });
  const evaluatedRules = rules.map((rule): EvaluatedRule => {
    return { rule, realised: ruleCosts.find((each) => each.rule === rule.rule) };
  });
  return { ...evaluation, outputs, rules: evaluatedRules };
}

/** A gate, and when it closes (ms). */
export interface OpenGate extends UsedGate {
  readonly closesAt: number;
}

/** The earliest gate of each session that is open at an instant (ms), in the order of sessions. */
export function earliestGates(gates: readonly UsedGate[], now: number): OpenGate[] {
  return SESSIONS.flatMap((rules) => {
    return gates
      .filter(({ session }) => session === rules.session)
      .map((gate) => ({ ...gate, closesAt: gateClosure(rules, dayOf(gate.date)) }))
      .filter(({ closesAt }) => closesAt > now)
      .sort((a, b) => a.closesAt - b.closesAt)
      .slice(0, 1);
  });
}

/** The earliest gate of each session that outputs use, without those that have closed. */
export function placeBy(gates: readonly UsedGate[], now: number): Partial<Record<Session, Date>> {
  return Object.fromEntries(
    earliestGates(gates, now).map(({ session, closesAt }) => [session, new Date(closesAt)]),
  );
}
