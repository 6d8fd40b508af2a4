import type { OutageUpload, Plant } from '@solano/domain/assets';
import type {
  BacktestRequest,
  BacktestState,
  BidSet,
  Decision,
  EvaluationText,
  Purchase,
  StatusChange,
  StoredEvaluation,
  StoredOutput,
  StoredPlan,
  StrategySetting,
  SummaryPart,
} from '@solano/domain/desk';
import type { PlantSettings } from '@solano/domain/energy';
import type {
  PlantForecastVersion,
  Publication,
  StoredPlantModel,
  WeatherPlace,
  WeatherRun,
} from '@solano/domain/forecasting';
import { invalidRequest, type JsonText, type Page, SolanoError } from '@solano/domain/kernel';
import type {
  BandedPrediction,
  DaySpreadCurves,
  FundamentalVersion,
  ImbalanceRevision,
  MarketDay,
  RealisedPrices,
  ReceivedDocument,
  SourceState,
} from '@solano/domain/market';
import type {
  ApiKey,
  AuditEntry,
  AuditSeal,
  ConnectionListener,
  ConsoleSession,
  Customer,
  Delivery,
  Job,
  JobKey,
  NewJob,
  SignInCode,
  Webhook,
  WebhookEvent,
} from '@solano/domain/service';
import { copied } from './copied.ts';
import type {
  DeviationRow,
  FileUploadRow,
  MeasuredRow,
  OwnForecastRow,
  PortfolioSettingsRow,
  TradedDayRow,
} from './delivered-rows.ts';
import {
  UnavailabilityHistory,
  type UnavailabilityRow,
} from './unavailabilities/unavailability-history.ts';

/** A purchase with all that belongs to it. */
export interface PurchaseRow {
  readonly purchase: Purchase;
  readonly series: JsonText;
  readonly forecast?: JsonText;
  readonly outputs: readonly StoredOutput[];
  readonly history: readonly StatusChange[];
}

export interface EvaluationRow extends StoredEvaluation, EvaluationText {
  /** Null: all realised costs are there. */
  readonly realisedFrom: string | null;
}

/** A new evaluation; nothing is realised yet. */
export function evaluationRow(evaluation: EvaluationText, evaluatedAt: Date): EvaluationRow {
  return copied({ ...evaluation, evaluatedAt, realised: '[]', realisedFrom: '' });
}

/** The purchase that a submission key was used for, and when. */
export interface SubmissionRow {
  readonly fingerprint: string;
  readonly purchaseId: string;
  readonly usedAt: Date;
}

/** An upload with the rows that it added and those that it replaced. */
export interface UploadRow {
  readonly upload: OutageUpload;
  readonly brought: readonly UnavailabilityRow[];
  readonly previous: readonly UnavailabilityRow[];
}

/** A backtest with its request and its progress. */
export interface BacktestRow {
  readonly request: BacktestRequest;
  readonly state: BacktestState;
  readonly settledAt: Date | null;
}

export interface SummaryPartRow {
  readonly part: SummaryPart;
  /** Names what it was computed from. */
  readonly state: string;
}

export interface RealisedRow extends RealisedPrices {
  /** The customer whose synthetic prices they are; empty where they are the market's. */
  readonly owner: string;
}

export interface SyntheticImbalanceRow {
  /** The customer who alone sees it. */
  readonly owner: string;
  readonly day: ImbalanceRevision;
}

export interface DeliveryRow extends Delivery {
  /** Null: it is about a market. */
  readonly purchaseId: string | null;
}

/** A job, who holds it, and when it is due: null is now. */
export interface JobRow {
  readonly job: Job;
  holder: ConnectionListener | undefined;
  /** It is to begin again when its holder has done with it. */
  isAskedAgain?: boolean;
  runAt: number | null;
}

/**
 * The storage of the memory stores: those made with one database see the same records, which last
 * as long as it does. Stores replace rows and never change them, but for jobs.
 */
export class MemoryDatabase {
  readonly customers = new Map<string, Customer>();
  readonly keys = new Map<string, ApiKey>();
  readonly consoleSessions = new Map<string, ConsoleSession>();
  readonly signInCodes = new Map<string, SignInCode>();
  readonly purchases = new Map<string, PurchaseRow>();
  readonly submissions = new Map<string, SubmissionRow>();
  /** By purchase. */
  readonly evaluations = new Map<string, EvaluationRow>();
  /** By purchase, in the order in which they were made. */
  readonly decisions = new Map<string, readonly Decision[]>();
  /** By purchase. */
  readonly summaryParts = new Map<string, SummaryPartRow>();
  /** By purchase. */
  readonly plans = new Map<string, StoredPlan>();
  readonly supersededBids = new Map<string, readonly BidSet[]>();
  readonly backtests = new Map<string, BacktestRow>();
  /** By owner, every version, oldest first. */
  readonly strategies = new Map<string, readonly (readonly StrategySetting[])[]>();
  /** By market and owner. */
  readonly priceRevisions = new Map<string, number>();
  /** By market and owner, newest generation first. */
  readonly predictions = new Map<string, readonly BandedPrediction[]>();
  readonly realised = new Map<string, RealisedRow>();
  /** By date, those of each in order of their numbers. */
  readonly imbalancePrices = new Map<string, readonly ImbalanceRevision[]>();
  /** By owner and date. */
  readonly syntheticImbalancePrices = new Map<string, SyntheticImbalanceRow>();
  readonly plants = new Map<string, Plant>();
  readonly unavailabilities = new Map<string, UnavailabilityRow>();
  readonly unavailabilityHistory = new UnavailabilityHistory();
  readonly uploads = new Map<string, UploadRow>();
  readonly measurements = new Map<string, MeasuredRow>();
  readonly fileUploads = new Map<string, FileUploadRow>();
  /** By plant and file. */
  readonly forecastVersions = new Map<string, PlantForecastVersion>();
  /** By plant and the time at which they were known. */
  readonly ownForecasts = new Map<string, OwnForecastRow>();
  /** By plant. */
  readonly plantModels = new Map<string, StoredPlantModel>();
  /** By plant. */
  readonly publications = new Map<string, Publication>();
  /** By place, in order of `knownAt`. */
  readonly weather = new Map<WeatherPlace, readonly WeatherRun[]>();
  /** Ids of customers. */
  readonly weatherSwitchedOff = new Set<string>();
  /** By plant. */
  readonly plantSettings = new Map<string, PlantSettings>();
  /** By customer, user and retailer. */
  readonly portfolioSettings = new Map<string, PortfolioSettingsRow>();
  /** In the order in which they were recorded. */
  readonly tradedDays = new Map<string, TradedDayRow>();
  /** By customer, user and retailer. */
  readonly deviations = new Map<string, DeviationRow>();
  readonly webhooks = new Map<string, Webhook>();
  webhooksHeldSince: Date | undefined;
  readonly deliveries = new Map<string, DeliveryRow>();
  /** By series, and those of each by date. */
  readonly marketDays = new Map<string, Map<string, MarketDay>>();
  /** In the order in which they came. */
  readonly marketDocuments: ReceivedDocument[] = [];
  readonly fundamentals: FundamentalVersion[] = [];
  /** Content by digest. */
  readonly priceModels = new Map<string, string>();
  /** By sessions and date, the versions of each. */
  readonly spreadCurves = new Map<string, readonly DaySpreadCurves[]>();
  readonly marketSources = new Map<string, SourceState>();
  /** In the order of writing. */
  readonly audit: AuditEntry[] = [];
  readonly auditSeals = new Map<number, AuditSeal>();
  /** The seals of audit entries, by their places. */
  readonly sealOfEntry = new Map<number, number>();
  /** The places of audit entries that were purged. */
  readonly purgedAudit = new Set<number>();
  /** In the order in which they were added. */
  readonly jobs = new Map<string, JobRow>();
  /** One for each session of a worker. */
  readonly listeners = new Set<ConnectionListener>();

  addJobs(jobs: readonly NewJob[]): void {
    for (const { kind, subject, lane } of jobs) {
      const name = jobName({ kind, subject });
      const row = this.jobs.get(name);
      if (row) row.runAt = null;
      else {
        const job = { kind, subject, lane, step: '', reason: '', attempt: 1 };
        this.jobs.set(name, { job, holder: undefined, runAt: null });
      }
    }
    for (const listener of this.listeners) listener.onWork();
  }

  /** Adds a job, or begins it again: where a worker has it, when that has done with it. */
  restartJob(job: NewJob): void {
    const row = this.jobs.get(jobName(job));
    if (row) row.isAskedAgain = true;
    if (row && !row.holder) this.release(row);
    this.addJobs([job]);
  }

  /** Nobody has it any more. */
  release(row: JobRow): void {
    row.holder = undefined;
    if (!row.isAskedAgain) return;
    row.isAskedAgain = false;
    row.runAt = null;
    Object.assign(row.job, { step: '', reason: '', attempt: 1 });
  }

  /** Ends a job that no worker has. */
  endJob(key: JobKey): void {
    const name = jobName(key);
    if (this.jobs.get(name)?.holder === undefined) this.jobs.delete(name);
  }

  /**
   * Does the work and writes the entry down, both or neither: the work throws before it changes
   * anything. Errors: `invalid_request` for an entry with a text that cannot be stored.
   *
   * @param entry undefined if no audit entry is written.
   */
  audited<T>(entry: AuditEntry | undefined, work: () => T): T {
    if (!entry) return work();
    for (const text of [entry.actor, entry.subject, entry.origin, entry.requestId ?? '']) {
      if (text.isWellFormed() && !text.includes('\0')) continue;
      throw invalidRequest('A text must not hold NUL or half of a surrogate pair.');
    }
    const result = work();
    this.audit.push(copied(entry));
    return result;
  }

  /** Removes an unavailability, and keeps what it said until then. */
  removeUnavailability(row: UnavailabilityRow, at: Date): void {
    this.unavailabilityHistory.supersede(row, at);
    this.unavailabilities.delete(row.id);
  }

  /** Errors: `not_found`. */
  requireCustomer(id: string): void {
    if (this.customers.has(id)) return;
    throw new SolanoError('not_found', `There is no customer ${id}.`);
  }

  /** Errors: `not_found`. */
  requirePurchase(id: string): void {
    if (this.purchases.has(id)) return;
    throw new SolanoError('not_found', `There is no purchase ${id}.`);
  }

  /** The webhooks in use that receive an event. */
  subscribed(event: WebhookEvent): Webhook[] {
    const found = [...this.webhooks.values()].filter(
      ({ disabledAt, events }) => disabledAt === null && events.includes(event),
    );
    return found.sort(compareCreation);
  }

  plant(customerId: string, id: string): Plant | undefined {
    const plant = this.plants.get(id);
    return plant?.customerId === customerId ? plant : undefined;
  }

  plantNamed(customerId: string, name: string): Plant | undefined {
    for (const plant of this.plants.values()) {
      if (plant.customerId === customerId && plant.name === name) return plant;
    }
    return undefined;
  }
}

/** A store on a database. */
export abstract class MemoryStore {
  protected readonly database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.database = database;
  }
}

export function jobName({ kind, subject }: JobKey): string {
  return `${kind} ${subject}`;
}

/** Errors: `already_exists` when a table has the id. */
export function requireFreeId(table: ReadonlyMap<string, unknown>, id: string): void {
  if (table.has(id)) throw new SolanoError('already_exists', `The id ${id} is taken.`);
}

/** Compares by creation, and those of one instant by id. */
export function compareCreation(a: Created, b: Created): number {
  const byTime = a.createdAt.getTime() - b.createdAt.getTime();
  if (byTime !== 0) return byTime;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

interface Created {
  readonly createdAt: Date;
  readonly id: string;
}

export function pageOf<Row>(rows: readonly Row[], { offset, limit = Infinity }: Page): Row[] {
  return rows.slice(offset, offset + limit);
}
