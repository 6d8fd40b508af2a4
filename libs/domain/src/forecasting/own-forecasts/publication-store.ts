import type { AuditEntry } from '@solano/domain/service';

/** When the service writes its forecasts of a plant among those of its customer. */
export const PUBLISH_MODES = ['off', 'auto', 'always'] as const;
export type PublishMode = (typeof PUBLISH_MODES)[number];

/** What is set for a plant, and what the service wrote. */
export interface Publication {
  readonly mode: PublishMode;
  /** SHA-256 of the content of the file that the service wrote: also of the one before while it is replaced; none: it wrote none, or removed it. */
  readonly written: readonly string[];
}

/** Keeps what is set for each plant; it goes with the plant. Errors: `store_unavailable`. */
export interface PublicationStore {
  /** The publications of a customer’s plants that were ever set, by plant. */
  publications(customerId: string): Promise<ReadonlyMap<string, Publication>>;
  /** Sets the mode of a plant along with its audit entry. Errors: `plant_unknown`. */
  setMode(customerId: string, plantId: string, mode: PublishMode, entry: AuditEntry): Promise<void>;
  /** Notes what was written of a plant that has a mode. */
  setWritten(plantId: string, written: readonly string[]): Promise<void>;
}
