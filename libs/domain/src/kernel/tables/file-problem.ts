import { SolanoError } from '../errors.ts';
import type { Reason } from './reasons.ts';
import { type Cell, cellText } from './table.ts';

/** A problem of a cell of a file, or of the file, as its sender sees it. */
export interface FileProblem extends Reason {
  /** The first line of a file is 1. */
  readonly line: number;
  /** The header as it is in the file; null where the whole file or row is meant. */
  readonly column: string | null;
  /** The cell as it is in the file, its first 200 characters. */
  readonly value: string | null;
  /** A value that would be right; null where none is of use. */
  readonly example: string | null;
}

/** A file that cannot be read as a table. */
export interface UnreadableFile {
  readonly problems: readonly FileProblem[];
}

/** Problems of a file that are reported. */
export const MAX_FILE_PROBLEMS = 100;

/** Characters of a value in a problem: a cell may be as large as its file. */
const MAX_VALUE = 200;

/** A cell as a problem quotes it, shortened where it is long. */
export function problemValue(cell: Cell): string {
  const text = cellText(cell);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}

/** A problem of a whole row, or of the file. */
export function fileProblem(line: number, reason: Reason): FileProblem {
  return { line, column: null, value: null, example: null, ...reason };
}

/** A file that cannot be read as a table, and why. Code `invalid_rows`. */
export class UnreadableFileError extends SolanoError {
  readonly problem: FileProblem;

  constructor(reason: Reason, line: number) {
    const problem = fileProblem(line, reason);
    const text = problemText(problem);
    super('invalid_rows', text, { problems: [text] });
    this.problem = problem;
  }
}

/** Rejects a file whole, naming every bad row as `line N: reason`. Code `invalid_rows`. */
export function rejectRows(problems: readonly string[]): never {
  const rows = problems.length === 1 ? '1 bad row' : `${problems.length} bad rows`;
  throw new SolanoError('invalid_rows', `Nothing was stored: ${rows}.`, { problems });
}

/** Rejects a file as a whole. Code `invalid_rows`. */
export function rejectFile(reason: Reason, line = 1): never {
  throw new UnreadableFileError(reason, line);
}

/** `line N, column C: reason`. */
export function problemText({ line, column, reason }: FileProblem): string {
  return `line ${line}${column === null ? '' : `, column ${column}`}: ${reason}`;
}
