/** The door of the upkeep of the audit log: jobs and the command line load it. */
export { purgeAudit } from './audit/purge-audit.ts';
export { sealAudit } from './audit/seal.ts';
export { type SealReport, type SealWitness, verifySeals } from './audit/verify-seals.ts';
