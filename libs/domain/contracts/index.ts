export { auditLogContract } from './audit-log/audit-log.contract.ts';
export { auditSealStoreContract } from './audit-seal-store/audit-seal-store.contract.ts';
export { backtestStoreContract } from './backtest-store/backtest-store.contract.ts';
export { consoleSessionStoreContract } from './console-session-store/console-session-store.contract.ts';
export { customerRecordsContract } from './customer-records/customer-records.contract.ts';
export { customerStoreContract } from './customer-store/customer-store.contract.ts';
export { decisionStoreContract } from './decision-store/decision-store.contract.ts';
export { deliveredForecastStoreContract } from './delivered-forecast-store/delivered-forecast-store.contract.ts';
export { deviationStoreContract } from './deviation-store/deviation-store.contract.ts';
export { energySettingsStoreContract } from './energy-settings-store/energy-settings-store.contract.ts';
export { evaluationStoreContract } from './evaluation-store/evaluation-store.contract.ts';
export {
  aChange,
  aCustomer,
  aDelivery,
  addedDeliveries,
  addedPlant,
  addedPurchase,
  addedWebhook,
  aKey,
  all,
  anEntry,
  anUnavailability,
  aPlant,
  aPurchase,
  aWebhook,
  EXACT_JSON,
  INSTANT,
  listOf,
  OPEN_CIPHER,
  SOURCE,
} from './examples.ts';
export { failureReaderContract } from './failure-reader/failure-reader.contract.ts';
export { imbalancePriceStoreContract } from './imbalance-price-store/imbalance-price-store.contract.ts';
export type { EngineSteps } from './jobs/job-engine.ts';
export { nodeTimers, openJobEngine } from './jobs/job-engine.ts';
export { jobQueueContract } from './jobs/job-queue.contract.ts';
export { purchaseJobsContract } from './jobs/purchase-jobs.contract.ts';
export type { OpenWorkflow, WorkflowFixture } from './jobs/purchase-workflow.contract.ts';
export { purchaseWorkflowContract } from './jobs/purchase-workflow.contract.ts';
export type {
  CrashFixture,
  CrashPlan,
  EngineUnderTest,
  OpenCrash,
} from './jobs/purchase-workflow-crash.contract.ts';
export { purchaseWorkflowCrashContract } from './jobs/purchase-workflow-crash.contract.ts';
export { webhookMessagesContract } from './jobs/webhook-messages.contract.ts';
export { keyStoreContract } from './key-store/key-store.contract.ts';
export { linearSolverContract, workshop } from './linear-solver/linear-solver.contract.ts';
export { LocalServer, NO_SERVER, type Responder } from './local-server.ts';
export { marketDataStoreContract } from './market-data-store/market-data-store.contract.ts';
export { measurementStoreContract } from './measurement-store/measurement-store.contract.ts';
export type { ObjectsFixture, OpenObjects } from './object-store/fixture.ts';
export { writeFileAt } from './object-store/fixture.ts';
export { objectStoreContract } from './object-store/object-store.contract.ts';
export { outageUploadStoreContract } from './outage-upload-store/outage-upload-store.contract.ts';
export { codeOf, concurrently, errorOf } from './outcome.ts';
export { ownForecastStoreContract } from './own-forecast-store/own-forecast-store.contract.ts';
export { planStoreContract } from './plan-store/plan-store.contract.ts';
export { plantModelStoreContract } from './plant-model-store/plant-model-store.contract.ts';
export { plantStoreContract } from './plant-store/plant-store.contract.ts';
export { priceModelStoreContract } from './price-model-store/price-model-store.contract.ts';
export { priceStoreContract } from './price-store/price-store.contract.ts';
export { publicationStoreContract } from './publication-store/publication-store.contract.ts';
export { purchaseStoreContract } from './purchase-store/purchase-store.contract.ts';
export {
  directUpdatesContract,
  purchaseUpdatesContract,
} from './purchase-updates/purchase-updates.contract.ts';
export { secretCipherContract } from './secret-cipher/secret-cipher.contract.ts';
export { secretsContract } from './secrets/secrets.contract.ts';
export { spreadCurveStoreContract } from './spread-curve-store/spread-curve-store.contract.ts';
export type { OpenStores, Stores, StoresFixture } from './stores.ts';
export { strategyStoreContract } from './strategy-store/strategy-store.contract.ts';
export { summaryStoreContract } from './summary-store/summary-store.contract.ts';
export { tradeStoreContract } from './trade-store/trade-store.contract.ts';
export { unavailabilityStoreContract } from './unavailability-store/unavailability-store.contract.ts';
export { weatherStoreContract } from './weather-store/weather-store.contract.ts';
export { weatherSwitchStoreContract } from './weather-switch-store/weather-switch-store.contract.ts';
export type { OpenSender } from './webhook-sender/webhook-sender.contract.ts';
export { webhookSenderContract } from './webhook-sender/webhook-sender.contract.ts';
export { webhookStoreContract } from './webhook-store/webhook-store.contract.ts';
