import type { AuditEntry } from '@solano/domain/service';

/** When the service writes its forecasts of a plant among those of its customer. */
export const PUBLISH_MODES = ['off', 'auto', 'always'] as const;
export type PublishMode = (typeof PUBLISH_MODES)[number];

/** Contents by which a file is known as the service’s own: some may be written at once, or never come to be. */
export const MAX_WRITTEN = 8;

/** What is set for a plant, and what the service wrote. */
export interface Publication {
  readonly mode: PublishMode;
  /** SHA-256 of the contents that the service wrote last, at most {@link MAX_WRITTEN}, oldest first; what it removed stays among them. */
  readonly written: readonly string[];
}

/** Keeps what is set for each plant; it goes with the plant. Errors: `store_unavailable`. */
export interface PublicationStore {
  /** The publications of a customer’s plants that were ever set, by plant. */
  publications(customerId: string): Promise<ReadonlyMap<string, Publication>>;
  /** Sets the mode of a plant along with its audit entry. Errors: `plant_unknown`. */
  setMode(customerId: string, plantId: string, mode: PublishMode, entry: AuditEntry): Promise<void>;
  /** Notes what is about to be written of a plant that has a mode, besides what was; calls at once are all noted. Returns whether it has one. */
  addWritten(plantId: string, digest: string): Promise<boolean>;
}
