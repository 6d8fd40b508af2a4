import type { ErrorCode, FieldMessages } from '@solano/domain';
import { isSolanoError } from '@solano/domain';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ReaderName } from './readers.ts';
import { READERS } from './readers.ts';

export interface ReaderTask {
  readonly name: ReaderName;
  readonly input: unknown;
}

/** The result of a thread: errors lose their class on the way. */
export type ReaderResult = { readonly output: unknown } | { readonly rejection: Rejection };

export interface Rejection {
  readonly code: ErrorCode;
  readonly message: string;
  readonly problems: readonly string[];
  readonly fields: FieldMessages;
}

/** The code of the threads of `ReaderThreads`. Bytes in the output are transferred without a copy. */
export async function readInThread({ name, input }: ReaderTask): Promise<unknown> {
  try {
    const read = (await READERS[name]()) as (input: unknown) => unknown;
    const output = read(input);
    const result: ReaderResult = { output };
    return move({ [transferableSymbol]: buffersIn(output), [valueSymbol]: result });
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    const { code, message, problems, fields } = error;
    return { rejection: { code, message, problems, fields } } satisfies ReaderResult;
  }
}

/** The buffers of byte arrays in an object, and in lists in it, that no other array shares. */
function buffersIn(output: unknown): ArrayBuffer[] {
  return Object.values(output as object)
    .flat()
    .filter((each) => each instanceof Uint8Array)
    .filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}
