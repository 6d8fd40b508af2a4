/** The fields of a key that count when a restore is compared with the state before. */
export interface KeyState {
  readonly id: string;
  readonly customer: string;
  readonly label: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ChangedKey {
  readonly id: string;
  readonly customer: string;
  readonly label: string;
  /** `lost`: issued later, unknown now; `valid_again`: revoked, or given an earlier end, later. */
  readonly change: 'lost' | 'valid_again';
}

/** The keys that changed after the state that was restored: an operator has to decide on each. */
export function changedKeys(
  before: readonly KeyState[],
  restored: readonly KeyState[],
): ChangedKey[] {
  const known = new Map(restored.map((key) => [key.id, key]));
  return before.flatMap((key): ChangedKey[] => {
    const { id, customer, label } = key;
    const old = known.get(id);
    if (!old) return [{ id, customer, label, change: 'lost' }];
    const isWeaker = endOf(key) < endOf(old);
    return isWeaker ? [{ id, customer, label, change: 'valid_again' }] : [];
  });
}

/** When a key ceases to be valid, in ms. */
function endOf({ expiresAt, revokedAt }: KeyState): number {
  const ends = [expiresAt, revokedAt].map((at) => (at === null ? Infinity : Date.parse(at)));
  return Math.min(...ends);
}
