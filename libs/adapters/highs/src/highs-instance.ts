import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { LinearProgram } from '@solano/domain/desk';
import type { Highs } from 'highs';

/** The functions of HiGHS's C interface (highs_c_api.h) that are used; memory is by address, models by theirs. */
interface NativeFunctions {
  cwrap(
    name: string,
    result: 'number',
    parameters: readonly string[],
  ): (model: number, name: string, value: Option) => number;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _Highs_create(): number;
  _Highs_destroy(model: number): void;
  _Highs_passLp(model: number, ...numbers: readonly number[]): number;
  _Highs_clearSolver(model: number): number;
  _Highs_run(model: number): number;
  _Highs_getModelStatus(model: number): number;
  _Highs_getSolution(model: number, ...addresses: readonly number[]): number;
}

interface Memory {
  /** Another one once the memory has grown. */
  readonly buffer: ArrayBuffer;
}

interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The part of Node's global that is used: its types come with those of browsers alone. */
declare const WebAssembly: {
  compile(binary: Uint8Array): Promise<object>;
  readonly Instance: new (compiled: object, imports: object) => Instance;
  readonly Memory: abstract new () => Memory;
};

type Option = string | number | boolean;

const FAILED = -1;
/** kHighsMatrixFormatColwise, kHighsObjSenseMinimize; an offset of zero. */
const BY_COLUMNS = 1;
const MINIMIZE = 1;
const OFFSET = 0;
const DOUBLE_BYTES = 8;
const INT_BYTES = 4;

/** One programme in an instance. Its memory is freed by `dispose`. */
export interface Model extends Disposable {
  set(options: Readonly<Record<string, Option>>): void;
  /** Solves it from the beginning. Returns the optimum; undefined where it ends otherwise. */
  optimum(): Float64Array | undefined;
  readonly status: number;
}

/**
 * HiGHS, compiled to WebAssembly. Programmes are written to its memory as they are. The package's own way
 * makes a name for each number of a programme and checks it, which takes half as long as solving does.
 */
export class HighsInstance {
  readonly #highs: Highs & NativeFunctions;
  readonly #memory: Memory;

  private constructor(highs: Highs & NativeFunctions, memory: Memory) {
    this.#highs = highs;
    this.#memory = memory;
  }

  /** An instance of its own at every call. */
  static async load(): Promise<HighsInstance> {
    const { default: start } = await import('highs');
    const binary = await readFile(createRequire(import.meta.url).resolve('highs/runtime'));
    const compiled = await WebAssembly.compile(binary);
    let memory: Memory | undefined;
    const instantiateWasm = (imports: object, receive: (instance: Instance) => void) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      receive(instance);
    };
    // The types are those of the package's CommonJS form; of its module the default is the loader.
    const load = start as unknown as (options: object) => Promise<Highs & NativeFunctions>;
    const highs = await load({ instantiateWasm });
    if (!memory) throw new Error('HiGHS was loaded without its memory.');
    return new HighsInstance(highs, memory);
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** @throws Error where HiGHS does not take the programme. */
  open(program: LinearProgram): Model {
    const highs = this.#highs;
    const model = highs._Highs_create();
    const { numCols } = program;
    const solved = (status: number) => status === highs.constants.modelStatus.optimal;
    const opened: Model = {
      set: (options) => {
        for (const [name, value] of Object.entries(options)) this.#set(model, name, value);
      },
      optimum: () => {
        requireDone(highs._Highs_clearSolver(model), 'clearSolver');
        requireDone(highs._Highs_run(model), 'run');
        return solved(opened.status) ? this.#columns(model, numCols) : undefined;
      },
      get status() {
        return highs._Highs_getModelStatus(model);
      },
      [Symbol.dispose]: () => highs._Highs_destroy(model),
    };
    try {
      opened.set({ threads: 1, parallel: 'off' });
      this.#pass(model, program);
      return opened;
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
  }

  #set(model: number, name: string, value: Option): void {
    const kind = kindOf(value);
    const type = kind === 'String' ? 'string' : 'number';
    const types = ['number', 'string', type];
    const set = this.#highs.cwrap(`Highs_set${kind}OptionValue`, 'number', types);
    requireDone(set(model, name, value), name);
  }

  #pass(model: number, { numCols, numRows, matrix, ...program }: LinearProgram): void {
    const { colCost, colLower, colUpper, rowLower, rowUpper } = program;
    const doubles = [colCost, colLower, colUpper, rowLower, rowUpper, matrix.values];
    const ints = [matrix.starts, matrix.indices];
    const entries = matrix.values.length;
    const bytes =
      DOUBLE_BYTES * lengthOf(doubles) + INT_BYTES * (numCols + 1 + matrix.indices.length);
    const start = this.#allocate(bytes);
    try {
      let next = start;
      // Taken anew: the memory may have grown.
      const { buffer } = this.#memory;
      const addresses = [...doubles, ...ints].map((values, i) => {
        const address = next;
        const isDouble = i < doubles.length;
        const target = isDouble
          ? new Float64Array(buffer, address, values.length)
          : new Int32Array(buffer, address, values.length);
        target.set(values);
        next += target.byteLength;
        return address;
      });
      // HiGHS would not end.
      if (new Float64Array(buffer, start, lengthOf(doubles)).includes(Number.NaN)) {
        throw new Error('A programme holds what is not a number.');
      }
      const values = addresses.splice(doubles.length - 1, 1);
      const shape = [numCols, numRows, entries, BY_COLUMNS, MINIMIZE, OFFSET];
      const status = this.#highs._Highs_passLp(model, ...shape, ...addresses, ...values);
      requireDone(status, 'passLp');
    } finally {
      this.#highs._free(start);
    }
  }

  /** @throws Error where its memory cannot grow: what is written to address 0 would overwrite HiGHS itself. */
  #allocate(bytes: number): number {
    const address = this.#highs._malloc(bytes);
    if (address === 0) throw new Error(`HiGHS has no memory for ${bytes} bytes.`);
    return address;
  }

  /** The x of a solution. */
  #columns(model: number, count: number): Float64Array {
    const address = this.#allocate(DOUBLE_BYTES * count);
    try {
      requireDone(this.#highs._Highs_getSolution(model, address, 0, 0, 0), 'getSolution');
      return new Float64Array(this.#memory.buffer, address, count).slice();
    } finally {
      this.#highs._free(address);
    }
  }
}

function lengthOf(arrays: readonly ArrayLike<number>[]): number {
  return arrays.reduce((sum, { length }) => sum + length, 0);
}

function kindOf(value: Option): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Bool';
  return Number.isInteger(value) ? 'Int' : 'Double';
}

function requireDone(status: number, operation: string): void {
  if (status === FAILED) throw new Error(`${operation} of HiGHS failed`);
}
