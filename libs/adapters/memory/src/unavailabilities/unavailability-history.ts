import type { Unavailability } from '@solano/domain/assets';

/** An unavailability knows its plant, whose name may change, by id. */
export interface UnavailabilityRow extends Omit<Unavailability, 'plantName'> {
  readonly plantId: string;
}

/** What an unavailability said from one time (ms) to another. */
interface SupersededRow {
  readonly row: UnavailabilityRow;
  readonly from: number;
  readonly to: number;
}

/** What unavailabilities said before, and since when they say what they say. */
export class UnavailabilityHistory {
  readonly superseded: SupersededRow[] = [];
  /** Since when unavailabilities count at the earliest, by id: a change, or an upload taken back, came then. */
  readonly earliest = new Map<string, Date>();

  /** Keeps what an unavailability says until a time, at which it changes. */
  supersede(row: UnavailabilityRow, at: Date): void {
    const from = this.recordedSince(row);
    const to = Math.max(from, at.getTime());
    this.superseded.push({ row, from, to });
  }

  /** Since when (ms) an unavailability says what it says. */
  recordedSince({ id, updatedAt }: UnavailabilityRow): number {
    const earliest = this.earliest.get(id) ?? updatedAt;
    return Math.max(updatedAt.getTime(), earliest.getTime());
  }
}
