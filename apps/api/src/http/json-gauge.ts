import { SolanoError } from '@solano/domain';

/** Bytes of JSON that are parsed in no time, whatever is in them: they are not looked at before. */
const HARMLESS_BYTES = 256 * 1024;
/** Arrays and objects in each other. */
const MOST_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = [0x5b, 0x7b] as const;
const CLOSING = [0x5d, 0x7d] as const;

/**
 * Tells how much is in a large JSON text while it arrives: parsing millions of values, or of
 * brackets in each other, would hold up everybody. Values are counted by commas and opening
 * brackets, which is one less than there are, and one more for each empty array or object. Up to
 * its first error the count of a malformed text is as good, and no parser reads further.
 */
export class JsonGauge {
  readonly #mostValues: number;
  /** What came while the text was still harmless. */
  readonly #unseen: Uint8Array[] = [];
  #bytes = 0;
  #values = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(mostValues: number) {
    this.#mostValues = mostValues;
  }

  /** Looks at the next piece of the text, in UTF-8. Errors: `invalid_request`. */
  take(piece: Uint8Array): void {
    this.#bytes += piece.length;
    this.#unseen.push(piece);
    if (this.#bytes <= HARMLESS_BYTES) return;
    for (const each of this.#unseen.splice(0)) this.#scan(each);
  }

  #scan(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length) {
      at = this.#isInString ? this.#leaveString(piece, at) : this.#findString(piece, at);
    }
  }

  /** Where the string is over that begins or goes on at `from`. */
  #leaveString(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (piece[at] === BACKSLASH) this.#isEscaped = true;
      else if (piece[at] === QUOTE) {
        this.#isInString = false;
        return at + 1;
      }
    }
    return piece.length;
  }

  /** Counts up to the next string: where that begins, its quote left behind. */
  #findString(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte === QUOTE) {
        this.#isInString = true;
        return at + 1;
      }
      if (byte === COMMA) this.#count();
      else if (byte === OPENING[0] || byte === OPENING[1]) this.#open();
      else if (byte === CLOSING[0] || byte === CLOSING[1]) this.#depth -= 1;
    }
    return piece.length;
  }

  #open(): void {
    this.#count();
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw refusal('Request body is nested too deeply.');
  }

  #count(): void {
    this.#values += 1;
    if (this.#values <= this.#mostValues) return;
    throw refusal(`Request body holds more than ${this.#mostValues} values.`);
  }
}

function refusal(message: string): SolanoError {
  return new SolanoError('invalid_request', message);
}
