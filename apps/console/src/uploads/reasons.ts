import type { Schemas } from '../api/client.ts';
import { choiceNames, fieldName } from '../api/field-words.ts';
import { formatInput, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { reasons } from './reason-texts.ts';

/** The problem of a cell of a file, as the service names it. */
export type CellProblem = Schemas['FileProblem'];

/** Returns the reason why a cell is bad, in the language of the reader. */
export function reasonText({ code, params }: Pick<CellProblem, 'code' | 'params'>): string {
  const { column, choices } = params;
  return fill(reasons[code], {
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)])),
    ...(typeof column === 'string' && { column: fieldName(column) }),
    ...(typeof choices === 'string' && { choices: choiceNames(choices) }),
  });
}

const DECIMAL = /^-?\d+\.\d+$/;
const LABEL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/;

/** A parameter as the reader writes it: numbers and labels of periods are in the form of the language. */
function shown(value: string | number): string | number {
  const [, day, clock] = LABEL.exec(String(value)) ?? [];
  if (day !== undefined) return formatTime(`${day}T${clock}Z`, 'UTC');
  return DECIMAL.test(String(value)) ? formatInput(value) : value;
}
