/**
 * Observes work that begins, by its name. What it returns is called when the work ends, with the error where it fails.
 *
 * @param subject id of what the work is about.
 */
export type Observe = (name: string, subject?: string) => (error?: unknown) => void;
