import { type DecimalMark, readNumberForm } from './number-form.ts';
import { because, type Reason } from './reasons.ts';

/** The number, or what is wrong with it. */
export type NumberResult = { readonly decimal: string } | Reason;

/** The decimal mark of a file's numbers: what its sender says, or the first number that proves one. */
export class NumberForm {
  #mark: DecimalMark | undefined;
  /** Undefined if the request says the mark. */
  #proof: number | undefined;

  constructor(mark?: DecimalMark) {
    this.#mark = mark;
  }

  /** Undefined if no number has shown it. */
  get mark(): DecimalMark | undefined {
    return this.#mark;
  }

  /** Looks at a number of the file, before any of them is read. */
  learn(text: string, line: number): void {
    if (this.#mark !== undefined) return;
    const reading = readNumberForm(text);
    if (reading?.kind !== 'proof') return;
    this.#mark = reading.mark;
    this.#proof = line;
  }

  /** Looks at a number that is below 1000, so that no mark in it separates thousands. */
  learnSmall(text: string, line: number): void {
    const reading = readNumberForm(text);
    if (this.#mark !== undefined || reading?.kind !== 'ambiguous') return;
    this.#mark = reading.mark;
    this.#proof = line;
  }

  read(text: string): NumberResult {
    const reading = readNumberForm(text);
    if (!reading) return because('not_a_number');
    if (reading.kind === 'whole') return reading;
    if (reading.mark === this.#mark) return reading;
    if (reading.kind === 'ambiguous') return ambiguity(reading.decimal);
    if (this.#mark === undefined) return reading;
    const marks = { mark: reading.mark, expected: this.#mark };
    return this.#proof === undefined
      ? because('mark_of_request', marks)
      : because('mark_of_line', { ...marks, line: this.#proof });
  }
}

function ambiguity(decimal: string): Reason {
  return because('ambiguous_number', {
    grouped: decimal.replace('.', ''),
    decimal: Number(decimal),
  });
}
