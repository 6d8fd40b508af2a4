import { type Bytes, invalidRequest, isObjectKey } from '@solano/domain/kernel';
import type { CatalogueLine, StoredObject } from './backup.ts';
import type { KeyState } from './changed-keys.ts';
import { type Fields, fieldsOf, isCount, isDigest, isInstant, isLine } from './checks.ts';

/** The longest line, in UTF-16 units; keys of objects and secrets are much shorter. */
const MAX_LINE_LENGTH = 2 ** 16;
/** A name under which objects are stored in the target. */
const BLOB = /^[\w-]{1,64}$/;
const MAX_PARTS = 1_000_000;
/** Parts but the last have more. */
const MIN_PART_BYTES = 2 ** 20;
/** Files of the service's own secrets. */
const SECRET_NAME = /^[a-z]{1,20}\.(secret|key)$/;
const MAX_SECRET_LENGTH = 4_096;

/** Written as lines of JSON. */
export async function* writeLines(lines: AsyncIterable<CatalogueLine>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(`${JSON.stringify(line)}\n`);
}

/** Errors: `invalid_request` for a line that no catalogue of ours has. */
export async function* readLines(content: Bytes): AsyncGenerator<CatalogueLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parseLine(line);
    if (rest.length > MAX_LINE_LENGTH) throw damaged('a line is too long');
  }
}

/** An object as a line of its own says. Errors: `invalid_request`. */
export function parseObject(line: string): StoredObject {
  const fields = fieldsOf(parseJson(line));
  if (!fields) throw damaged('a line is no object of JSON');
  return checkedObject(fields);
}

function parseLine(line: string): CatalogueLine {
  const { object, key, secret } = fieldsOf(parseJson(line)) ?? {};
  const [asObject, asKey, asSecret] = [fieldsOf(object), fieldsOf(key), fieldsOf(secret)];
  if (asObject) return { object: checkedObject(asObject) };
  if (asKey) return { key: checkedKey(asKey) };
  if (asSecret) return { secret: checkedSecret(asSecret) };
  throw damaged('a line is neither an object nor a key nor a secret');
}

/** Rejects above all keys that no object of the service can have. */
function checkedObject(fields: Fields): StoredObject {
  const { key, etag, modifiedAt, size, digest, blob, parts } = fields;
  if (typeof key !== 'string' || !isObjectKey(key)) {
    throw damaged(`no object can have the key ${shown(key)}`);
  }
  const isValid =
    isLine(etag) &&
    (modifiedAt === undefined || isInstant(modifiedAt)) &&
    isCount(size) &&
    isDigest(digest) &&
    typeof blob === 'string' &&
    BLOB.test(blob) &&
    isCount(parts) &&
    parts <= Math.min(MAX_PARTS, 1 + size / MIN_PART_BYTES);
  if (!isValid) throw damaged(`the line of the object ${shown(key)}`);
  return fields as unknown as StoredObject;
}

function checkedKey(fields: Fields): KeyState {
  const { id, customer, label, expiresAt, revokedAt } = fields;
  const isValid =
    isLine(id) &&
    typeof customer === 'string' &&
    typeof label === 'string' &&
    [expiresAt, revokedAt].every(isInstantOrNull);
  if (!isValid) throw damaged(`the line of the key ${shown(id)}`);
  return fields as unknown as KeyState;
}

/** Written as by PostgreSQL. */
function isInstantOrNull(at: unknown): boolean {
  return at === null || (typeof at === 'string' && !Number.isNaN(Date.parse(at)));
}

function checkedSecret({ name, value }: Fields): { name: string; value: string } {
  const isValid =
    typeof name === 'string' &&
    SECRET_NAME.test(name) &&
    typeof value === 'string' &&
    value.length <= MAX_SECRET_LENGTH;
  if (!isValid) throw damaged(`the line of the secret ${shown(name)}`);
  return { name, value };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw damaged('a line is not JSON');
  }
}

/** For a message: in quotes, without control characters. */
function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'undefined';
}

function damaged(reason: string) {
  return invalidRequest(`The catalogue of the backup is damaged: ${reason}.`);
}
