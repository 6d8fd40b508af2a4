import { invalidRequest } from '../errors.ts';

/** Compares by code point, where `<` compares the halves of surrogate pairs. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Puts the halves of surrogate pairs, which stand for U+10000 and beyond, after U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * A text that has to be there and that the database can hold. Errors: `invalid_request`, worded
 * with `what`.
 */
export function requireText(text: string | undefined, what: string): string {
  if (text === undefined || text === '') {
    throw invalidRequest(`Missing required ${what}`);
  }
  if (!text.isWellFormed() || text.includes('\0')) {
    throw invalidRequest(`Unusable text in ${what}`);
  }
  return text;
}

const MAX_LINE_LENGTH = 200;

/**
 * A text of which parts come from elsewhere, fit for a line of a log and for the database: without control
 * characters and halves of surrogate pairs, and cut after 200 characters.
 */
export function toLine(text: string): string {
  const start = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
  return start.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
}

/** JSON as it was received or will be sent: kept as text so that no number or order is lost. */
export type JsonText = string;

/** SHA-256 of a text's UTF-8, in lower-case hexadecimal. */
export type Digest = (text: string) => string;

/** A name in camel case in snake case: `marketCost` is `market_cost`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
