export { auditLogContract } from './audit-log.contract.ts';
export { callbackTokensContract } from './callback-tokens.contract.ts';
export { customerStoreContract } from './customer-store.contract.ts';
export { keyStoreContract } from './key-store.contract.ts';
export { objectStoreContract } from './object-store.contract.ts';
export type { ObjectsFixture, OpenObjects } from './object-store-fixture.ts';
export { plantStoreContract } from './plant-store.contract.ts';
export { priceStoreContract } from './price-store.contract.ts';
export type { CallbackFixture, OpenCallback } from './purchase-callback.contract.ts';
export { purchaseCallbackContract } from './purchase-callback.contract.ts';
export { purchaseStoreContract } from './purchase-store.contract.ts';
export type { OpenWorkflow, WorkflowFixture } from './purchase-workflow.contract.ts';
export { purchaseWorkflowContract } from './purchase-workflow.contract.ts';
export type {
  CrashFixture,
  CrashPlan,
  EngineUnderTest,
  OpenCrash,
} from './purchase-workflow-crash.contract.ts';
export { purchaseWorkflowCrashContract } from './purchase-workflow-crash.contract.ts';
export { secretsContract } from './secrets.contract.ts';
export type { OpenStores, Stores, StoresFixture } from './stores.ts';
export { strategyStoreContract } from './strategy-store.contract.ts';
export { unavailabilityStoreContract } from './unavailability-store.contract.ts';
export type { OpenSender } from './webhook-sender.contract.ts';
export { webhookSenderContract } from './webhook-sender.contract.ts';
export { webhookStoreContract } from './webhook-store.contract.ts';
export type { OpenWebhooks, WebhookEngine, WebhooksFixture } from './webhook-workflow.contract.ts';
export { webhookWorkflowContract } from './webhook-workflow.contract.ts';
