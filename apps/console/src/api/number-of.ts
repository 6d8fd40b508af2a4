/** Returns the number of a value: the service has exact amounts as decimal texts. Missing ones and empty texts are null. */
export function numberOf(value: number | string | null | undefined): number | null {
  return value === null || value === undefined || value === '' ? null : Number(value);
}
