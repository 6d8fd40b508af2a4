/** Receives reports of use cases for the operator, never secrets. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Observes work that begins, by its name. What it returns is called when the work ends, with the error where it fails.
 *
 * @param subject id of what the work is about.
 */
export type Observe = (name: string, subject?: string) => (error?: unknown) => void;

/** Does work that is observed, if anybody does; what it throws is thrown on. */
export function observed<T>(
  observe: Observe | undefined,
  [name, subject]: readonly [name: string, subject?: string],
  work: () => T,
): T {
  const ended = observe?.(name, subject);
  try {
    const made = work();
    ended?.();
    return made;
  } catch (error) {
    ended?.(error);
    throw error;
  }
}
