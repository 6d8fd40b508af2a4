import { availableParallelism } from 'node:os';
import { ThreadPools } from '@solano/async';
import { type ErrorCode, type FieldMessages, isSolanoError, SolanoError } from '@solano/domain';
import { readSubmissionText, readUpdate } from '../purchases/purchase-text.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * All readers of callers' input, by name; large input is read in a thread. Those of purchases are loaded at once,
 * others when they are first needed: an import of what is loaded is still a fortieth of a small submission's CPU.
 */
const READERS = {
  submission: () => readSubmissionText,
  backtest: async () => (await import('../backtests/backtest-text.ts')).readBacktestText,
  submissionFile: async () => (await import('../purchases/submission-file.ts')).readSubmissionFile,
  update: () => readUpdate,
  record: async () => (await import('../records/record-text.ts')).readRecordText,
  outages: async () => (await import('../outages/outage-text.ts')).readOutageText,
  outageFile: async () => (await import('../outages/outage-file-text.ts')).readOutageFile,
  plantList: async () => (await import('../plants/plant-list-text.ts')).readPlantList,
  forecast: async () => (await import('../forecasts/forecast-reader.ts')).readForecast,
} as const;

type ReaderName = keyof typeof READERS;
type Reader<N extends ReaderName> = Awaited<ReturnType<(typeof READERS)[N]>>;
type ReaderInput<N extends ReaderName> = Parameters<Reader<N>>[0];
type ReaderOutput<N extends ReaderName> = ReturnType<Reader<N>>;

/** One core is left to the event loop; two threads take some hundreds of megabytes at most. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Read in a thread however small they are. */
const FILES: readonly ReaderName[] = ['outages', 'outageFile', 'submissionFile', 'plantList'];
/** JSON below this takes some milliseconds, and a thread would cost as much. */
const SMALL_BYTES = 256 * 1024;
/** Larger input, such as a submission of half a year or the result of 5,000 items, has a thread to itself. */
const LARGE_BYTES = { submission: 1024 * 1024, other: 6 * 1024 * 1024 };
/** How long something waits for a thread before it is rejected. */
const MAX_WAIT_MS = 10_000;

interface ReaderTask {
  readonly name: ReaderName;
  readonly input: unknown;
}

/** The result of a thread: errors lose their class on the way. */
type ReaderResult = { readonly output: unknown } | { readonly rejection: Rejection };

interface Rejection {
  readonly code: ErrorCode;
  readonly message: string;
  readonly problems: readonly string[];
  readonly fields: FieldMessages;
}

/** Who wants something read, and how many bytes it has. */
export interface ReaderOrder {
  /** Callers take turns. */
  readonly caller: string;
  readonly bytes: number;
}

/** The type of {@link ReaderThreads.read}. */
export type Read = ReaderThreads['read'];

/** The bytes that a caller sends. */
export function orderOf(
  { key }: { readonly key?: { readonly id: string } | undefined },
  { length }: Uint8Array,
): ReaderOrder {
  return { caller: key ? key.id : 'callback', bytes: length };
}

/**
 * Reads callers' input: parses, checks and renders it. Large bodies take tens of milliseconds to
 * seconds, in which no other request would be served: they are read in threads, and so is all CSV.
 */
export class ReaderThreads implements AsyncDisposable {
  readonly #queue: FairQueue;
  readonly #onLarge: () => void;
  readonly #threads = new ThreadPools<ReaderTask, ReaderResult>(
    new URL(import.meta.url),
    readInThread.name,
    THREADS,
  );

  /**
   * @param options.maxWaitMs for a thread.
   * @param options.onLarge is called when something large has been read.
   */
  constructor({ maxWaitMs = MAX_WAIT_MS, onLarge = () => {} } = {}) {
    this.#onLarge = onLarge;
    this.#queue = new FairQueue({ maxConcurrent: THREADS, maxPerCaller: THREADS, maxWaitMs });
  }

  /** Errors: those of the reader, and `overloaded` where no thread is free in time. */
  async read<N extends ReaderName>(
    name: N,
    input: ReaderInput<N>,
    { caller, bytes }: ReaderOrder,
  ): Promise<ReaderOutput<N>> {
    if (!FILES.includes(name) && bytes < SMALL_BYTES) return readHere(name, input);
    const isLarge = bytes > (name === 'submission' ? LARGE_BYTES.submission : LARGE_BYTES.other);
    const size = isLarge ? 'large' : 'small';
    // A body is moved to the thread; the content of a file is copied, as it is stored afterwards.
    const moved = 'bytes' in input ? buffersIn(input) : [];
    const run = () => this.#threads.run({ name, input }, size, moved);
    const result = await this.#queue.run(caller, run);
    if (isLarge) this.#onLarge();
    if ('output' in result) return result.output as ReaderOutput<N>;
    const { code, message, problems, fields } = result.rejection;
    throw new SolanoError(code, message, { problems, fields });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#threads[Symbol.asyncDispose]();
  }
}

async function readHere<N extends ReaderName>(
  name: N,
  input: ReaderInput<N>,
): Promise<ReaderOutput<N>> {
  const read = (await READERS[name]()) as (input: ReaderInput<N>) => ReaderOutput<N>;
  return read(input);
}

/**
 * The code of the threads of {@link ReaderThreads}. Bytes in the output are transferred without a copy, and so
 * is the body that they are slices of.
 *
 * @public called by Piscina, by its name.
 */
export async function readInThread({ name, input }: ReaderTask): Promise<unknown> {
  try {
    const read = (await READERS[name]()) as (input: unknown) => unknown;
    const output = read(input);
    const result: ReaderResult = { output };
    const piscina = await import('piscina');
    return piscina.move({
      [piscina.transferableSymbol]: [...new Set([input, output].flatMap(buffersIn))],
      [piscina.valueSymbol]: result,
    });
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    const { code, message, problems, fields } = error;
    return { rejection: { code, message, problems, fields } } satisfies ReaderResult;
  }
}

/** The buffers of byte arrays in an object, and in lists in it, that no other array shares. */
function buffersIn(value: unknown): ArrayBuffer[] {
  return Object.values(value as object)
    .flat()
    .filter((each) => each instanceof Uint8Array)
    .filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}
