import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { notifyError } from './messages.tsx';
import type { CellProblem } from './reasons.ts';

/** What a file would record, or what is wrong with it. */
export interface FileReading {
  readonly understood: Readonly<Record<string, unknown>> | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly problems: readonly CellProblem[];
}

/** How long nothing is typed before the cells are sent. */
const PAUSE_MS = 300;

/**
 * Has the service read a file, again when the options change; the last one counts.
 *
 * @param options by which the file is read, as text.
 */
export function useFileCheck<R>(
  file: File | undefined,
  options: string,
  check: (file: File) => Promise<R>,
): { readonly reading: R | undefined; readonly isBusy: boolean } {
  const [reading, setReading] = useState<R>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    setReading(undefined);
    setBusy(file !== undefined);
    if (!file) return undefined;
    let isCurrent = true;
    const run = async () => {
      try {
        const read = await check(file);
        if (isCurrent) setReading(() => read);
      } catch (error) {
        if (isCurrent) notifyError(error);
      }
      if (isCurrent) setBusy(false);
    };
    const timer = setTimeout(() => void run(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [file, options]);
  return { reading, isBusy };
}

/** The body of a 400 that names bad cells. */
export function readingOf<R extends FileReading>(error: unknown): R | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const body = error.body as Partial<R> | undefined;
  return Array.isArray(body?.problems) ? (body as R) : undefined;
}
