export { archiveLog } from './backup/archive-log.ts';
export type {
  Archive,
  ArchiveEntry,
  CurrentDatabase,
  DatabaseBackup,
  DatabaseContent,
  DatabaseLog,
  DatabaseSource,
  DatabaseTarget,
  Figures,
  LogPiece,
  Manifest,
  PendingRestore,
  PreparedDatabase,
  RestoreNote,
  RestorePoint,
  Sealer,
  TableFigures,
} from './backup/backup.ts';
export type { ChangedKey, KeyState } from './backup/changed-keys.ts';
export { type BackUpDeps, backUp } from './backup/create.ts';
export { ARCHIVE_INTERVAL_MS, BackupKeeper, type KeeperDeps } from './backup/keeper.ts';
export { prune } from './backup/prune.ts';
export { type RestoreDeps, type Restored, type RestoredBy, restore } from './backup/restore.ts';
export { chooseBackup, instantOf } from './backup/restore-point.ts';
export type { BackupState } from './backup/state.ts';
export { BackupTarget, type DamagedBackup } from './backup/target.ts';
export { type Verified, verify } from './backup/verify.ts';
export { type ExportTarget, exportCustomer, type RecordText } from './customer-removal/export.ts';
export {
  CUSTOMER_RECORDS,
  type CustomerRecord,
  type CustomerRecords,
  type OwnedPortfolioSettings,
  type OwnedSettings,
} from './customer-removal/records.ts';
export {
  endAccess,
  hasAccess,
  type RemovedRecords,
  removeCustomer,
} from './customer-removal/remove.ts';
export {
  type Failed,
  type FailureCount,
  type FailureReader,
  type Failures,
  readFailures,
} from './failures/failures.ts';
export { auditSealing, housekeeping } from './housekeeping/housekeeping.ts';
