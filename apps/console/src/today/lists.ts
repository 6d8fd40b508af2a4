import type { ListedPurchase } from '../purchases/data.ts';
import { isWithdrawnLate } from '../purchases/listed.ts';
import { addDays } from '../time/zone.ts';

/** Days after delivery for which a purchase that was decided too late is listed. */
const TOO_LATE_DAYS = 7;

/** The purchases that a day at the desk is about, newest first. */
interface DeskLists {
  /** Undecided, and their delivery is not over. */
  readonly waiting: readonly ListedPurchase[];
  readonly tooLate: readonly ListedPurchase[];
}

/** Sorts purchases whose models are computed by what has to be done about them today. */
export function deskLists(listed: readonly ListedPurchase[], today: string): DeskLists {
  const purchases = listed.filter(({ status }) => status === 'completed');
  const from = addDays(today, -TOO_LATE_DAYS);
  return {
    waiting: purchases.filter((each) => isUndecided(each) && lastDay(each) >= today),
    tooLate: purchases.filter((each) => isTooLate(each) && lastDay(each) >= from),
  };
}

/** Whether the last decision, or its withdrawal, came too late. */
function isTooLate(purchase: ListedPurchase): boolean {
  return (purchase.decision?.too_late ?? []).length > 0 || isWithdrawnLate(purchase);
}

/** A withdrawal that came too late leaves the decision that counts. */
function isUndecided({ decision, evaluation }: ListedPurchase): boolean {
  return decision?.idmodel == null && evaluation?.counted_idmodel == null;
}

/** The last day of delivery; no day is later than an unknown one. */
function lastDay({ evaluation }: ListedPurchase): string {
  return evaluation?.last_day ?? '9';
}
