import { isSolanoError, type Observe } from '@solano/domain/kernel';

/** Work that a thread has observed. */
export interface ObservedWork {
  /** A strategy or forecast model, or a statement, whose name is its text. */
  readonly kind: 'model' | 'statement';
  readonly name: string;
  readonly subject?: string;
  /** In ms on the clock that the threads of a process share, as its end. */
  readonly startMs: number;
  readonly endMs: number;
  /** The code or class of the error with which it failed. */
  readonly errorType?: string;
}

/** Observes the work of a thread's task. */
export class WorkObserver {
  readonly works: ObservedWork[] = [];
  readonly model: Observe = (name, subject) => this.#begin('model', name, subject);
  readonly statement: Observe = (text, prepared) => this.#begin('statement', text, prepared);

  #begin(kind: ObservedWork['kind'], name: string, subject?: string): (error?: unknown) => void {
    const startMs = sharedMs();
    return (error) => {
      const work = { kind, name, startMs, endMs: sharedMs() };
      const errorType = error === undefined ? undefined : errorTypeOf(error);
      this.works.push({ ...work, ...(subject && { subject }), ...(errorType && { errorType }) });
    };
  }
}

/** The time (ms) on a clock that all threads of a process share, which nobody sets. */
export function sharedMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

const CODE = /^\w+$/;

/** The code of an error, or its class: its message may quote what a customer sent. */
export function errorTypeOf(error: unknown): string {
  if (isSolanoError(error)) return error.code;
  if (!(error instanceof Error)) return '_OTHER';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CODE.test(code) ? code : error.name;
}
