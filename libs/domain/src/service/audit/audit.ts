/** The actions that the audit log records. */
export const AUDIT_ACTIONS = [
  'customer.add',
  'customer.remove',
  'key.issue',
  'key.revoke',
  'key.rotate',
  'session.begin',
  'session.end',
  'permission.grant',
  'permission.revoke',
  'plant.create',
  'plant.change',
  'plant.delete',
  'plant.settings',
  'plants.import',
  'unavailability.create',
  'unavailability.change',
  'unavailability.delete',
  'outages.upload',
  'outages.undo',
  'production.record',
  'production.upload',
  'production.undo',
  'consumption.record',
  'consumption.upload',
  'consumption.undo',
  'consumption.settings',
  'trades.record',
  'trades.upload',
  'trades.undo',
  'purchase.submit',
  'purchase.update',
  'purchase.decide',
  'purchases.resubmit',
  'strategies.set',
  'backtest.request',
  'forecast.put',
  'forecast.publish',
  'weather.import',
  'weather.fetch',
  'weather.switch',
  'market.accept',
  'market.fetch',
  'market.import',
  'prices.put',
  'prices.predict',
  'prices.import',
  'webhook.add',
  'webhook.change',
  'webhook.rotate',
  'webhook.replay',
  'webhook.remove',
  'webhook.disable',
  'audit.purge',
  'webhooks.release',
  'backup.restore',
  'demo.prepare',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A change of the service's data: who made it, what changed, when, and from where. */
export interface AuditEntry {
  readonly at: Date;
  /** `key <id>`, `operator <name>`, `workflow`, or `service` for what it does by itself. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The customer whose data it is; null for data of no customer, such as prices. */
  readonly customerId: string | null;
  /** The changed thing: its id, or its name if it has none. */
  readonly subject: string;
  /** The address that the request came from, or the host on which the command ran. */
  readonly origin: string;
  /** Null where it was not made by a request. */
  readonly requestId: string | null;
}

/** The source that all changes of one request, or of one command, share. */
export type AuditSource = Pick<AuditEntry, 'actor' | 'origin' | 'requestId'>;

export interface AuditQuery {
  readonly customerId?: string;
  readonly action?: AuditAction;
  /** Entries of this instant and later. */
  readonly since?: Date;
  readonly limit: number;
  /** Only entries after this position, which are older. */
  readonly after?: AuditPosition;
}

/** The position of an entry in the log. */
export interface AuditPosition {
  readonly at: Date;
  /** A whole number, which orders the entries of one instant. */
  readonly number: string;
}

/** Some entries, and the position of the last one; null if there are none. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly last: AuditPosition | null;
}

/** Keeps the audit log; nothing is ever changed in it. Errors: `store_unavailable`. */
export interface AuditLog {
  /** Writes down all of them or none. */
  record(entries: readonly AuditEntry[]): Promise<void>;
  /** The newest entries that match, newest first; those of one instant in reverse order of writing. */
  list(query: AuditQuery): Promise<AuditEntry[]>;
  /** The same, and where the last of them stands. */
  page(query: AuditQuery): Promise<AuditPage>;
}
