import { readNumberForm } from '@solano/domain/number-form';
import { formatInput } from './format.ts';
import { fill, texts } from './language.ts';

const t = texts({
  notNumber: ['“{text}” is not a number', '«{text}» no es un número', '«{text}» não é um número'],
  ambiguous: [
    '“{text}” could be {grouped} or {decimal}: write {grouped} or {clear}',
    '«{text}» podría ser {grouped} o {decimal}: escriba {grouped} o {clear}',
    '«{text}» pode ser {grouped} ou {decimal}: escreva {grouped} ou {clear}',
  ],
});

/** A typed number, or the problem with it. */
type TypedNumber = { readonly decimal: string } | { readonly problem: string };

/**
 * Reads a typed number by the service's rule for files: `1,25` and `1.25` are numbers, `1.250`
 * could be two. Below 1000 (`isSmall`) no mark separates thousands.
 *
 * @param before the initial value of the field, which is that number however it is written.
 */
export function readTyped(
  text: string,
  {
    before,
    isSmall = false,
  }: { before?: string | number | null | undefined; isSmall?: boolean } = {},
): TypedNumber {
  if (before !== undefined && before !== null && text === formatInput(before)) {
    return { decimal: String(before) };
  }
  const reading = readNumberForm(text);
  if (!reading) return { problem: fill(t.notNumber, { text }) };
  const { decimal, kind } = reading;
  if (kind !== 'ambiguous' || isSmall) return { decimal };
  const grouped = decimal.replace('.', '');
  const values = { text, grouped, decimal: formatInput(Number(decimal)) };
  return { problem: fill(t.ambiguous, { ...values, clear: formatInput(`${decimal}0`) }) };
}
