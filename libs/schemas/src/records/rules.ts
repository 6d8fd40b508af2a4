import {
  compareToWhole,
  type Decimal,
  type DecimalProblem,
  isZoneName,
  parseDecimal,
  parseInstant,
  parseWallTime,
  type UtcInstant,
} from '@solano/domain/kernel';
import { z } from 'zod';
import { LABEL_PATTERN, parsed } from '../values.ts';

const REQUIRED = 'This field is required.';
const NULL = 'This field may not be null.';
const BLANK = 'This field may not be blank.';
const UNSTORABLE = 'A text must not hold NUL or half of a surrogate pair.';
const NO_NUMBER = 'A valid number is required.';

/** The forms of a decimal and of an instant; their values are checked as they are parsed. */
const DECIMAL_PATTERN = String.raw`^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?\s*$`;
const INSTANT_PATTERN = String.raw`^\s*\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}(:?\d{2})?)?\s*$`;

/** The message for a value of another type: absent and null have their own. */
function otherwise(message: string | ((value: unknown) => string)) {
  return {
    error: ({ input }: { input?: unknown }) => {
      if (input === undefined) return REQUIRED;
      if (input === null) return NULL;
      return typeof message === 'string' ? message : message(input);
    },
  };
}

/** A text, of `max` characters (code points) at most. */
export function text({ blank = false, max }: { blank?: boolean; max?: number } = {}) {
  const described = {
    ...(!blank && { pattern: String.raw`\S` }),
    ...(max !== undefined && { maxLength: max }),
  };
  const checked = z.string(otherwise('Not a valid string.')).check((context) => {
    const { value, issues } = context;
    const reject = (message: string) => issues.push({ code: 'custom', input: value, message });
    if (!blank && value.trim() === '') reject(BLANK);
    if (!value.isWellFormed() || value.includes('\0')) reject(UNSTORABLE);
    if (max !== undefined && Array.from(value).length > max) {
      reject(`Ensure this field has no more than ${max} characters.`);
    }
  });
  return checked.meta(described);
}

/** One of a few texts. */
export function choice<const T extends readonly string[]>(values: T) {
  return z.enum(
    values,
    otherwise((value) => `"${asText(value)}" is not a valid choice.`),
  );
}

interface DecimalRule {
  readonly scale: number;
  readonly min: number;
  readonly max: number;
  /** The greatest value itself is beyond. */
  readonly belowMax?: boolean;
}

/** A decimal, as text or number, within whole bounds; read as text with `scale` decimals. */
export function decimal(rule: DecimalRule) {
  const { min, max, belowMax = false } = rule;
  const bounds = belowMax
    ? { minimum: min, exclusiveMaximum: max }
    : { minimum: min, maximum: max };
  const written = z.string().meta({ pattern: DECIMAL_PATTERN });
  const either = z.union([written, z.number().meta(bounds)], otherwise(NO_NUMBER));
  return either.transform((value, context) => {
    const read = parseDecimal(String(value), rule.scale);
    const problem = typeof read === 'string' ? rangeProblem(read, rule) : wording(read, rule.scale);
    if (problem === undefined) return read as Decimal;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

/** A decimal as it is shown: text with `scale` digits after the point. */
export function responseDecimal({ scale }: Pick<DecimalRule, 'scale'>) {
  return z.string().meta({ pattern: String.raw`^-?\d+\.\d{${scale}}$` });
}

/** A number, as JSON has it. */
export function number({ min }: { min?: number } = {}) {
  const any = z.number(otherwise(NO_NUMBER));
  if (min === undefined) return any;
  return any.min(min, `Ensure this value is greater than or equal to ${min}.`);
}

/** The name of an IANA zone. */
export function zoneName() {
  return text().refine(isZoneName, 'Enter a valid timezone.');
}

/** `YYYY-MM-DD HH:MM`, or empty. */
export function labelOrEmpty() {
  const checked = text({ blank: true }).refine(
    (value) => value === '' || parseWallTime(value) !== undefined,
    'Datetime has wrong format. Use YYYY-MM-DD HH:MM or an empty string.',
  );
  return checked.meta({ pattern: `^$|${LABEL_PATTERN}` });
}

/** An ISO 8601 date-time; without an offset it is UTC. */
export function instant() {
  const wrong =
    'Datetime has wrong format. Use ISO 8601, such as 2026-11-21T10:00:00Z, in the years 0001 to ' +
    '9999 (UTC), with 6 decimals of a second at most.';
  const written = z.string(otherwise(wrong)).meta({ pattern: INSTANT_PATTERN });
  return parsed((text, reject): UtcInstant => parseInstant(text) ?? reject(wrong), written);
}

function wording({ problem }: { problem: DecimalProblem }, scale: number): string {
  if (problem === 'no_number') return NO_NUMBER;
  return `Ensure that there are no more than ${scale} decimal places.`;
}

function rangeProblem(
  read: Decimal,
  { min, max, belowMax = false }: DecimalRule,
): string | undefined {
  if (compareToWhole(read, min) < 0) {
    return `Ensure this value is greater than or equal to ${min}.`;
  }
  const beyond = compareToWhole(read, max);
  if (belowMax) return beyond < 0 ? undefined : `Ensure this value is less than ${max}.`;
  return beyond <= 0 ? undefined : `Ensure this value is less than or equal to ${max}.`;
}

/** A value in a message: short, whatever was sent. */
function asText(value: unknown): string {
  const plain = typeof value === 'object' ? '{…}' : value;
  const text = typeof plain === 'string' ? plain : (JSON.stringify(plain) ?? '');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
