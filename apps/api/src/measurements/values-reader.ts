import type { Reader } from '../readers/reader-threads.ts';
import type { readValues } from './values.ts';

/** Reads the values of a body, in a thread where it is large. */
export const VALUES: Reader<typeof readValues> = {
  script: new URL('./values.ts', import.meta.url),
  name: 'readValues',
};
