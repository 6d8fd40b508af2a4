import { invalidRequest, type SolanoError } from '@solano/domain/kernel';
import type { SealMark } from '@solano/domain/service';
import {
  BACKUP_KINDS,
  type Figures,
  type Manifest,
  type Part,
  type Verification,
} from './backup.ts';
import { checked, type Fields, fieldsOf, isCount, isDigest, isInstant, isLine } from './checks.ts';

/** The time at the beginning of the name of a backup's folder. */
const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9A-Z]{1,8}$/;
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
const TABLE = /^\w{1,63}$/;
const FORMAT = 1;

/** Bytes of a part, at most. */
export const MAX_PART_BYTES = 64 * 2 ** 20;
/** Items of a list, at most: parts of 4 MiB are 4 TB then. */
const MAX_ITEMS = 1_000_000;

export function isBackupId(text: string): boolean {
  return ID.test(text);
}

/** When a backup was begun, in ms, as its id says; NaN for what is no id. */
export function instantOfId(id: string): number {
  const [, year, month, day, hour, minute, second] = ID.exec(id) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Checks what a file says of the backup whose folder it was found in: whoever can write to the target may
 * have written it. Errors: `invalid_request`.
 */
export function parseManifest(id: string, value: unknown): Manifest {
  const damaged = (reason: string) => damagedManifest(id, reason);
  const fields = fieldsOf(value) ?? {};
  const check = checked(damaged);
  if (fields.format !== FORMAT && isCount(fields.format)) {
    throw damaged(`its format ${fields.format} is not known`);
  }
  check(fields.format === FORMAT, 'format');
  check(fields.id === id, 'id');
  const kind = BACKUP_KINDS.find((each) => each === fields.kind);
  if (kind === undefined) throw damaged('its kind is not known');
  check(isInstant(fields.startedAt), 'startedAt');
  check(isInstant(fields.finishedAt), 'finishedAt');
  check(fields.instant === undefined || isInstant(fields.instant), 'instant');
  check(typeof fields.isEncrypted === 'boolean', 'isEncrypted');
  check(isLine(fields.software), 'software');
  check(isLine(fields.postgres), 'postgres');
  check(isListOf(fields.migrations, isLine), 'migrations');
  check(isListOf(fields.missing, isLine), 'missing');
  check(isListOf(fields.database, isPart), 'database');
  check(isListOf(fields.catalogue, isPart), 'catalogue');
  const objects = fieldsOf(fields.objects);
  check(isCount(objects?.count) && isCount(objects?.bytes), 'objects');
  check(isFigures(fields.figures), 'figures');
  check(isPosition(fields.position, kind), 'position');
  check(fields.isBeforeRestore === undefined || fields.isBeforeRestore === true, 'isBeforeRestore');
  // The files of a database can run programs: only those that this key has sealed are used.
  if (kind === 'cluster' && fields.isEncrypted !== true) {
    throw damaged('files of a database are always encrypted');
  }
  return value as Manifest;
}

/** Undefined for what is no result of a verification. */
export function parseVerification(value: unknown): Verification | undefined {
  const { id, at, problems, missing, seconds } = fieldsOf(value) ?? {};
  const isValid =
    isLine(id) &&
    isInstant(at) &&
    isListOf(problems, (each) => typeof each === 'string') &&
    isListOf(missing, isLine) &&
    typeof seconds === 'number';
  return isValid ? (value as Verification) : undefined;
}

function damagedManifest(id: string, reason: string): SolanoError {
  return invalidRequest(`The backup ${id} is damaged: ${reason}.`);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= MAX_ITEMS && value.every(isItem);
}

function isPart(value: unknown): value is Part {
  const { size, digest } = fieldsOf(value) ?? {};
  return isCount(size) && size <= MAX_PART_BYTES && isDigest(digest);
}

function isPosition(value: unknown, kind: Manifest['kind']): boolean {
  return typeof value === 'string' && (kind === 'tables' ? value === '' : POSITION.test(value));
}

function isFigures(value: unknown): value is Figures {
  const { tables, newestAudit, newestSeal } = fieldsOf(value) ?? {};
  const known = fieldsOf(tables);
  return (
    known !== undefined &&
    Object.entries(known).every(([name, each]) => TABLE.test(name) && isTable(fieldsOf(each))) &&
    (newestAudit === null || isAudit(fieldsOf(newestAudit))) &&
    (newestSeal === undefined || newestSeal === null || isMark(newestSeal))
  );
}

function isTable(fields: Fields | undefined): boolean {
  return isCount(fields?.rows) && isLine(fields.digest);
}

function isAudit(fields: Fields | undefined): boolean {
  return isLine(fields?.id) && isLine(fields.at) && isLine(fields.digest);
}

function isMark(value: unknown): value is SealMark {
  const { seal, mac } = fieldsOf(value) ?? {};
  return isCount(seal) && isLine(mac);
}
