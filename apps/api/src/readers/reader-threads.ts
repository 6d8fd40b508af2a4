import { availableParallelism } from 'node:os';
import { Threads } from '@solano/async';
import { FairQueue } from './fair-queue.ts';
import { buffersIn, load, type ReaderTask, type ReadFunction } from './reader-thread.ts';

/** A function that reads callers' input, in a module that is loaded when it is first needed. */
export interface Reader<Work extends (input: never) => unknown> {
  readonly script: URL;
  /** The name under which the module exports it. */
  readonly name: string;
  /** Whether a thread reads even small input: CSV and workbooks. */
  readonly isOfFiles?: boolean;
  /** Larger input has a thread to itself. */
  readonly largeBytes?: number;
  /** The reader's type; it has no value. */
  readonly read?: Work;
}

/** For each size; those of one size leave a core to the event loop. All four take some hundreds of megabytes at most. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));
/** JSON below this takes some milliseconds, and a thread would cost as much. */
const SMALL_BYTES = 256 * 1024;
/** Larger input, such as the result of 5,000 items, has a thread to itself. */
const LARGE_BYTES = 6 * 1024 * 1024;
/** Maximum time in ms that input waits for a thread before it is rejected. */
const MAX_WAIT_MS = 10_000;

/** The caller of a read, and the size of its input in bytes. */
export interface ReaderRequest {
  /** Callers take turns. */
  readonly caller: string;
  readonly bytes: number;
}

/** The type of {@link ReaderThreads.read}. */
export type Read = ReaderThreads['read'];

/** The input of a caller: all keys of a customer count as one caller in turns. */
export function readerRequest(
  caller: { readonly customer: { readonly id: string } } | object,
  { length }: Uint8Array,
): ReaderRequest {
  return { caller: 'customer' in caller ? caller.customer.id : 'callback', bytes: length };
}

/**
 * Reads callers' input: parses, checks and renders it. Large bodies take tens of milliseconds to
 * seconds, in which no other request would be served: they are read in threads, and so is all CSV.
 */
export class ReaderThreads implements AsyncDisposable {
  readonly #small: FairQueue;
  /** Apart: a million values take a thread half a minute, and other input does not wait for that. */
  readonly #large: FairQueue;
  readonly #threads = new Threads<ReaderTask, unknown>(
    new URL('./reader-thread.ts', import.meta.url),
    'readInThread',
    THREADS,
  );
  /**
   * Readers that small input has needed: importing a loaded module costs a fortieth of a small
   * submission's CPU.
   */
  readonly #here = new Map<string, ReadFunction>();

  /** @param options.maxWaitMs maximum wait for a thread. */
  constructor({ maxWaitMs = MAX_WAIT_MS } = {}) {
    const maxPerCaller = Math.max(1, THREADS - 1);
    const limits = { maxConcurrent: THREADS, maxPerCaller, maxWaitMs };
    this.#small = new FairQueue(limits);
    this.#large = new FairQueue(limits);
  }

  /**
   * Reads input. Errors: those of the reader, `overloaded` if no thread is free in time,
   * `engine_unavailable`.
   */
  async read<Input extends object, Output>(
    reader: Reader<(input: Input) => Output>,
    input: NoInfer<Input>,
    { caller, bytes }: ReaderRequest,
  ): Promise<Output> {
    const { script, name, isOfFiles = false, largeBytes = LARGE_BYTES } = reader;
    if (!isOfFiles && bytes < SMALL_BYTES) {
      const read = this.#here.get(name) ?? (await load(script.href, name));
      this.#here.set(name, read);
      return read(input) as Output;
    }
    const isLarge = bytes > largeBytes;
    // A body is moved to the thread; the content of a file is copied, as it is stored afterwards.
    const moved = 'bytes' in input ? buffersIn(input) : [];
    const task = { script: script.href, name, input };
    const run = () => this.#threads.run(task, { isLarge, moved });
    return (await (isLarge ? this.#large : this.#small).run(caller, run)) as Output;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#threads[Symbol.asyncDispose]();
  }
}
