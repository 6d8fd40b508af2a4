import { SolanoError } from '@solano/domain/kernel';
import type { ObservedWork } from './observed-work.ts';

/**
 * The function of a thread, exported by a module. It is given a task, what to report progress to, and, if it is
 * observed, the observer of its work.
 */
export interface ThreadScript {
  /** The URL of the module. */
  readonly script: string;
  readonly name: string;
  /** Whether the thread observes what it does for a task. */
  readonly isObserved: boolean;
}

/** A message from a thread. */
export type FromThread =
  | { readonly isReady: true }
  | { readonly progress: unknown }
  | ({ readonly result: unknown } & Observed)
  | ({ readonly error: SentError } & Observed);

interface Observed {
  /** What the thread did for the task, where that is observed. */
  readonly works?: readonly ObservedWork[];
}

/** An error as data: one of the domain's, or another as it was thrown. */
export type SentError = { readonly foreign: unknown } | Pick<SolanoError, keyof SolanoError>;

/** The error that a thread has thrown. */
export function errorOf(sent: SentError): unknown {
  if ('foreign' in sent) return sent.foreign;
  const { code, message, stack, ...options } = sent;
  return Object.assign(new SolanoError(code, message, options), { stack });
}

/** A result of a thread whose buffers are transferred, not copied. */
export class Moved {
  readonly value: unknown;
  readonly buffers: Iterable<ArrayBuffer>;

  constructor(value: unknown, buffers: Iterable<ArrayBuffer>) {
    this.value = value;
    this.buffers = buffers;
  }
}
