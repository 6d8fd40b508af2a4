export const DECIMAL_MARKS = [',', '.'] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** The readings of a text as a number, in any locale. */
export type NumberReading =
  /** It has no decimal mark, or groups of thousands alone: `12`, `1 250`, `1e-05`. */
  | { readonly kind: 'whole'; readonly decimal: string }
  /** One reading only, which proves the decimal mark of its file: `12,5`, `1.250,5`, `1250.125`. */
  | { readonly kind: 'proof'; readonly mark: DecimalMark; readonly decimal: string }
  /** `1.250` is 1250 or 1.25; the decimal is what it is if this is the decimal mark. */
  | { readonly kind: 'ambiguous'; readonly mark: DecimalMark; readonly decimal: string };

/** People do not enter longer numbers. */
const MAX_LENGTH = 100;

/** A power of ten has its sign here, as programs write it; `1E5` is a code. */
const WHOLE = /^[+-]?\d+(e[+-]\d{1,3})?$/i;
const ONE_MARK = /^[+-]?(\d*)([.,])(\d+)(e[+-]?\d{1,3})?$/i;
/** `1.250.000`, and `1.250,5`; spaces group as well. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:([.,' \u00A0\u202F])\d{3})(?:\1\d{3})*(?:([.,])\d+)?$/;
const GROUP = /^[1-9]\d{0,2}$/;

/** Reads a number in the notation of any spreadsheet; undefined if it is none. */
export function readNumberForm(text: string): NumberReading | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  if (WHOLE.test(trimmed)) return { kind: 'whole', decimal: trimmed };
  return readOneMark(trimmed) ?? readGrouped(trimmed);
}

function readOneMark(text: string): NumberReading | undefined {
  const [form, whole = '', mark, decimals = '', exponent] = ONE_MARK.exec(text) ?? [];
  if (form === undefined || (mark !== ',' && mark !== '.')) return undefined;
  const decimal = form.replace(mark, '.');
  const couldBeGroup = decimals.length === 3 && GROUP.test(whole) && !exponent;
  return { kind: couldBeGroup ? 'ambiguous' : 'proof', mark, decimal };
}

function readGrouped(text: string): NumberReading | undefined {
  const [form, separator, mark] = GROUPED.exec(text) ?? [];
  if (form === undefined || separator === undefined || mark === separator) return undefined;
  const digits = form.replaceAll(separator, '');
  if (mark === ',' || mark === '.') {
    return { kind: 'proof', mark, decimal: digits.replace(mark, '.') };
  }
  if (separator === '.') return { kind: 'proof', mark: ',', decimal: digits };
  if (separator === ',') return { kind: 'proof', mark: '.', decimal: digits };
  return { kind: 'whole', decimal: digits };
}
