import type { OutageUploadStore, PlantStore, UnavailabilityStore } from '@solano/domain/assets';
import type {
  BacktestStore,
  DecisionStore,
  DeliveryTimeStore,
  DeviationStore,
  EvaluationStore,
  PlanStore,
  PurchaseStore,
  StrategyStore,
  SummaryStore,
  TradeStore,
} from '@solano/domain/desk';
import type { EnergySettingsStore, MeasurementStore } from '@solano/domain/energy';
import type {
  DeliveredForecastStore,
  OwnForecastStore,
  PlantModelStore,
  PublicationStore,
  WeatherStore,
  WeatherSwitchStore,
} from '@solano/domain/forecasting';
import type {
  ImbalancePriceStore,
  MarketDataStore,
  PriceModelStore,
  PriceStore,
  SpreadCurveStore,
} from '@solano/domain/market';
import type { CustomerRecords, FailureReader } from '@solano/domain/operations';
import type {
  AuditLog,
  AuditSealStore,
  ConsoleSessionStore,
  CustomerStore,
  FileUploadStore,
  KeyStore,
  WebhookStore,
} from '@solano/domain/service';
import { afterAll, beforeAll } from 'vitest';

/** One handle on a storage: every store in it sees what the others keep. */
export interface Stores {
  readonly customers: CustomerStore;
  readonly customerRecords: CustomerRecords;
  readonly keys: KeyStore;
  readonly consoleSessions: ConsoleSessionStore;
  readonly purchases: PurchaseStore;
  readonly deliveryTimes: DeliveryTimeStore;
  readonly decisions: DecisionStore;
  readonly evaluations: EvaluationStore;
  readonly summaries: SummaryStore;
  readonly plans: PlanStore;
  readonly backtests: BacktestStore;
  readonly strategies: StrategyStore;
  readonly trades: TradeStore;
  readonly deviations: DeviationStore;
  readonly prices: PriceStore;
  readonly failures: FailureReader;
  readonly imbalance: ImbalancePriceStore;
  readonly market: MarketDataStore;
  readonly models: PriceModelStore;
  readonly spreadCurves: SpreadCurveStore;
  readonly measurements: MeasurementStore;
  readonly fileUploads: FileUploadStore;
  readonly deliveredForecasts: DeliveredForecastStore;
  readonly ownForecasts: OwnForecastStore;
  readonly plantModels: PlantModelStore;
  readonly publications: PublicationStore;
  readonly weather: WeatherStore;
  readonly weatherSwitches: WeatherSwitchStore;
  readonly energySettings: EnergySettingsStore;
  readonly plants: PlantStore;
  readonly unavailabilities: UnavailabilityStore;
  readonly uploads: OutageUploadStore;
  readonly webhooks: WebhookStore;
  readonly audit: AuditLog;
  readonly auditSeals: AuditSealStore;
}

/** A storage of its own, empty at first. Disposing of it closes every handle on it. */
export interface StoresFixture extends AsyncDisposable {
  readonly stores: Stores;
  /** A second handle on the same storage, as another process would have it. */
  reopen(): Promise<Stores>;
}

/** Opens a new, empty storage. Every store's suite uses the same function. */
export type OpenStores = () => Promise<StoresFixture>;

/** Two handles on one storage. */
export interface TwoHandles {
  readonly here: Stores;
  readonly there: Stores;
}

/** Opens one storage for all tests of the suite it is called in; each test keeps records apart. */
export function openForSuite(open: OpenStores): TwoHandles {
  const handles = {} as { here: Stores; there: Stores };
  let fixture: StoresFixture | undefined;
  beforeAll(async () => {
    fixture = await open();
    handles.here = fixture.stores;
    handles.there = await fixture.reopen();
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());
  return handles;
}
