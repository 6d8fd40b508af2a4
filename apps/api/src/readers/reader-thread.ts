import { Moved } from '@solano/async';

/** The input of a thread, and the module and name of the function that reads it. */
export interface ReaderTask {
  readonly script: string;
  readonly name: string;
  readonly input: object;
}

export type ReadFunction = (input: object) => unknown;

/** A reader that a module exports. */
export async function load(script: string, name: string): Promise<ReadFunction> {
  const module = (await import(script)) as Record<string, ReadFunction>;
  return module[name] as ReadFunction;
}

/**
 * Reads the input. Bytes in the output are transferred without a copy, and so is the body that they
 * are slices of.
 *
 * @public called in a thread, by its name.
 */
export async function readInThread({ script, name, input }: ReaderTask): Promise<Moved> {
  const read = await load(script, name);
  const output = read(input);
  return new Moved(output, new Set([input, output].flatMap(buffersIn)));
}

/** Returns the buffers of byte arrays in an object, and in lists in it, that no other array shares. */
export function buffersIn(value: unknown): ArrayBuffer[] {
  return Object.values(value as object)
    .flat()
    .filter((each) => each instanceof Uint8Array)
    .filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}
