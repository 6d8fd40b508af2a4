import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { useUnfinished } from '../state/unfinished.ts';
import { notifyError } from '../ui/messages.tsx';
import type { CellProblem } from './reasons.ts';

/** The service's reading of a file, or its problems. */
export interface FileReading {
  readonly understood: Readonly<Record<string, unknown>> | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly problems: readonly CellProblem[];
}

/** Time in ms without typing before the cells are sent. */
const PAUSE_MS = 300;

/** The service's reading of a file, with its options; undefined if it failed. */
interface Settled<R> {
  readonly file: File | undefined;
  readonly options: string;
  readonly round: number;
  readonly reading: R | undefined;
}

interface FileCheck<R> {
  /** The reading of the present file and options; undefined until the service has read it. */
  readonly reading: R | undefined;
  readonly isBusy: boolean;
  /**
   * Records the file; shows the bad cells that only this has found.
   *
   * @param lost the message where the connection was lost.
   */
  readonly record: (action: () => Promise<unknown>, lost?: string) => Promise<void>;
  /** Has the service read the file again. */
  readonly retry: () => void;
}

/**
 * Has the service read a file, again when the options change; the last one counts.
 *
 * @param options for reading the file, as text.
 */
export function useFileCheck<R extends FileReading>(
  file: File | undefined,
  options: string,
  check: (file: File) => Promise<R>,
): FileCheck<R> {
  const [settled, setSettled] = useState<Settled<R>>();
  const [isRecording, setRecording] = useState(false);
  const [round, setRound] = useState(0);
  useUnfinished(isRecording ? file?.name : undefined);
  const settle = (reading: R | undefined) => setSettled({ file, options, round, reading });
  const onUnread = (error: unknown) => {
    const reading = readingOf<R>(error);
    settle(reading);
    if (!reading) notifyError(error);
  };
  useEffect(() => {
    if (!file) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      check(file).then(
        (reading) => isCurrent && settle(reading),
        (error: unknown) => isCurrent && onUnread(error),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [file, options, round]);
  const record = async (action: () => Promise<unknown>, lost?: string) => {
    setRecording(true);
    try {
      await action();
    } catch (error) {
      const reading = readingOf<R>(error);
      // Otherwise the reading stays, and the file can be recorded again.
      if (reading) settle(reading);
      else notifyError(error, lost);
    }
    setRecording(false);
  };
  const isRead = settled?.file === file && settled?.options === options && settled.round === round;
  const retry = () => setRound((value) => value + 1);
  const isBusy = isRecording || (file !== undefined && !isRead);
  return { reading: isRead ? settled?.reading : undefined, isBusy, record, retry };
}

/** The body of a 400 that names bad cells. */
function readingOf<R extends FileReading>(error: unknown): R | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const body = error.body as Partial<R> | undefined;
  return Array.isArray(body?.problems) ? (body as R) : undefined;
}
