/** An instant (ms) to the minute, such as `2026-05-01T06:00Z`. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(/:\d{2}\.\d{3}Z$/, 'Z');
}
