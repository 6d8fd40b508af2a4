export {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  type AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditQuery,
  type AuditSource,
} from './audit/audit.ts';
export { AUDIT_PAGE, listAudit } from './audit/list-audit.ts';
export type {
  AuditSeal,
  AuditSealStore,
  NumberedEntry,
  PurgedRange,
  SealDeps,
  SealKeys,
  SealMark,
} from './audit/seal.ts';
export {
  authenticateSession,
  beginSession,
  type ConsoleSession,
  type ConsoleSessionStore,
  endSession,
  issueSignInCode,
  MAX_SESSIONS,
  purgeSessions,
  redeemCode,
  requireRoomForSession,
  type SignedIn,
  type SignInCode,
  type SignInDeps,
} from './console-session/session.ts';
export {
  addCustomer,
  type Customer,
  type CustomerDeps,
  type CustomerStore,
  grantRemedy,
  PERMISSIONS,
  type Permission,
  requireCustomer,
  requirePermission,
  setPermission,
} from './customers/customer.ts';
export {
  type FileUpload,
  type FileUploadStore,
  type Portfolio,
  type RecordedFile,
  type UploadFilter,
  type UploadKind,
  type Uploads,
  uploadsOf,
} from './file-uploads/file-upload.ts';
export { type PeriodFileDeps, uploadPeriods } from './file-uploads/period-file.ts';
export {
  type FileDelivery,
  type FileOutcome,
  type FileReading,
  openUpload,
  requireFolder,
  type SentFile,
  takeBackUpload,
  type UploadDeps,
  uploadFile,
} from './file-uploads/upload-file.ts';
export {
  advance,
  BACKTEST_JOB,
  type ConnectionListener,
  FORECAST_JOB,
  forecastJob,
  type Job,
  type JobClaim,
  type JobKey,
  type JobQueue,
  MESSAGE_JOB,
  type NewJob,
  type Next,
  PURCHASE_JOB,
  type SavedJob,
  type Task,
  type WorkerConnection,
  type WorkerReport,
} from './jobs/job.ts';
export {
  attemptsWithin,
  backOff,
  isTransient,
  MISCONFIGURED_MS,
  RETRIES,
  type Retries,
} from './jobs/retries.ts';
export { everyMinute, hourly, type Schedule, scheduleTask } from './jobs/schedule.ts';
export { JobWorker, type Timers } from './jobs/worker.ts';
export {
  type ApiKey,
  authenticate,
  type Caller,
  type IssuedKey,
  issueKey,
  isValidKey,
  type KeyChange,
  type KeyDeps,
  type KeyOptions,
  type KeyStore,
  keyIdOf,
  MAX_VALID_KEYS,
  requireRoomForKey,
  requireScope,
  revokeKey,
  rotateKey,
  SCOPES,
  type Scope,
  type Secrets,
} from './keys/key.ts';
export { issueOwnKey, revokeOwnKey, rotateOwnKey } from './keys/own-keys.ts';
export {
  type DeliveryDeps,
  type DeliverySteps,
  deliverySteps,
  purgeDeliveries,
} from './webhooks/deliver.ts';
export { deliveryId } from './webhooks/delivery-id.ts';
export {
  type EncryptDeps,
  encryptSecrets,
  examineSecrets,
  type SecretsReport,
} from './webhooks/encrypt-secrets.ts';
export { releaseWebhooks, webhookHold } from './webhooks/hold.ts';
export {
  addWebhook,
  DEFAULT_GATE_CLOSING_MINUTES,
  MAX_GATE_CLOSING_MINUTES,
  removeWebhook,
  type WithNewSecret,
} from './webhooks/manage.ts';
export type { MessageDeps, MessageText, WebhookMessage } from './webhooks/message.ts';
export { OutboundCalls } from './webhooks/outbound-calls.ts';
export {
  changeWebhook,
  type OwnWebhookDeps,
  ownDeliveries,
  removeOwnWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks/own-webhooks.ts';
export type { SecretCipher } from './webhooks/secret-cipher.ts';
export type { Receiver, WebhookSender } from './webhooks/sender.ts';
export { messageJob, messageTask } from './webhooks/task.ts';
export {
  type AddressedDelivery,
  DEVIATION_EVENTS,
  type Delivery,
  type DeliveryStatus,
  FORECAST_EVENT,
  LATE_EVENTS,
  MAX_WEBHOOKS,
  type NewDelivery,
  PRICE_EVENTS,
  PURCHASE_EVENTS,
  type PurchaseDelivery,
  REPLANNED_EVENT,
  requireRoomForWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookSecrets,
  type WebhookStore,
} from './webhooks/webhook.ts';
