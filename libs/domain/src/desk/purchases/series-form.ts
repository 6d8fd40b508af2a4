/** The end of its period that a time of the file denotes. */
export const SERIES_LABELS = ['end', 'start'] as const;
/** Clocks that the times of a file may be of. */
export const SERIES_ZONES = ['Europe/Madrid', 'UTC'] as const;
