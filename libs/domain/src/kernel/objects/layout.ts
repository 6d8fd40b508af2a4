import { utcDate } from '../time/label.ts';
import type { Digest } from '../values/text.ts';
import { isKey } from './key.ts';

const MAX_SEGMENT_LENGTH = 200;
/** Characters of a longer segment that stay before its digest. */
const KEPT_LENGTH = 160;
const DIGESTED = /^.{160}~[0-9a-f]{16}$/;

/**
 * A customer, plant or type as one path segment: RFC 3986's unreserved characters stay, every
 * other byte of the UTF-8 becomes `%XX`. A longer one keeps its beginning and ends in a digest.
 */
export function encodeSegment(name: string, digest: Digest): string {
  if (name === '.' || name === '..') return name.replaceAll('.', '%2E');
  const encoded = encodeBytes(name);
  if (encoded.length <= MAX_SEGMENT_LENGTH) return encoded;
  return `${encoded.slice(0, KEPT_LENGTH)}~${digest(name).slice(0, 16)}`;
}

function encodeBytes(text: string): string {
  // encodeURIComponent leaves these besides the unreserved characters.
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/**
 * The name that a segment encodes. Undefined for what is no segment, and for a shortened one, which
 * lacks the end of its name.
 */
export function decodeSegment(segment: string): string | undefined {
  if (DIGESTED.test(segment)) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * Whether the service can have an object under a key: below a folder whose name is one that
 * {@link encodeSegment} gives, and nowhere that a store does not have.
 */
export function isObjectKey(key: string): boolean {
  const [folder = '', ...rest] = key.split('/');
  return isKey(key) && !/\p{Cc}/u.test(key) && rest.length > 0 && isEncodedSegment(folder);
}

function isEncodedSegment(segment: string): boolean {
  if (DIGESTED.test(segment)) return /^[\w\-.~%]+$/.test(segment);
  const name = decodeSegment(segment);
  return name !== undefined && encodeSegment(name, () => '') === segment;
}

/** The folder of market documents as they came. */
export const MARKET_FOLDER = 'market';
/** An object by which an installation is tried, written over each time. */
export const DOCTOR_KEY = 'solano-doctor.txt';
/** Where a store that is a folder writes objects before they appear. */
export const INCOMING_FOLDER = '.solano-incoming';
/** What the service has beside the customers' folders. */
const RESERVED = [MARKET_FOLDER, 'weather', DOCTOR_KEY, INCOMING_FOLDER];

/** Whether a customer's folder is one of the service's own, also where a file system ignores case. */
export function isReservedFolder(folder: string): boolean {
  return RESERVED.includes(encodeBytes(folder).toLowerCase());
}

/** The folders that a customer's own has. */
const OWN_FOLDERS = [
  'forecasts',
  'normalized',
  'custom',
  'outages',
  'outages-all',
  'production',
  'consumption',
  'trades',
  'telemetry',
];

export interface UploadPath {
  readonly at: Date;
  readonly id: string;
  readonly extension?: 'csv' | 'xlsx';
}

interface OutageFilePath extends UploadPath {
  readonly plant: string | undefined;
}

interface PeriodFilePath extends UploadPath {
  readonly kind: 'production' | 'consumption' | 'trades';
}

/** The folders of a customer in the object store, each prefix ending in `/`. */
export class CustomerFolders {
  readonly #root: string;
  readonly #isShared: boolean;
  readonly #digest: Digest;

  /** @param folder the customer's folder name, not encoded. */
  constructor(folder: string, digest: Digest) {
    this.#root = encodeSegment(folder, digest);
    this.#isShared = isReservedFolder(folder);
    this.#digest = digest;
  }

  /** The prefix of all keys of the customer. */
  root(): string {
    return `${this.#root}/`;
  }

  /** Everything of the customer, and nothing of the service where it has the same folder. */
  own(): string[] {
    if (!this.#isShared) return [this.root()];
    return OWN_FOLDERS.map((name) => `${this.#root}/${name}/`);
  }

  /** Day folders of the latest forecasts. */
  latest(): string {
    return `${this.#root}/forecasts/`;
  }

  /** Plant folders of the normalized forecasts, or that of one plant. */
  normalized(plant?: string): string {
    return `${this.#root}/normalized/${this.#segment(plant)}`;
  }

  /** Type folders of the custom forecasts, or the day folders of one type. */
  custom(type?: string): string {
    return `${this.#root}/custom/${this.#segment(type)}`;
  }

  /** A file of an outages upload for one plant, or, without a plant, for all. */
  outages({ plant, ...file }: OutageFilePath): string {
    const folder = plant === undefined ? 'outages-all/' : `outages/${this.#segment(plant)}`;
    return `${this.#root}/${folder}${uploadName(file)}`;
  }

  /** A file of measured energy or of executed trades. */
  periods({ kind, ...file }: PeriodFilePath): string {
    return `${this.#root}/${kind}/${uploadName(file)}`;
  }

  /** The last file of measured power of a plant that its monitoring sent. */
  telemetry(plant: string): string {
    return `${this.#root}/telemetry/${encodeSegment(plant, this.#digest)}_onlineHist.csv`;
  }

  #segment(name: string | undefined): string {
    return name === undefined ? '' : `${encodeSegment(name, this.#digest)}/`;
  }
}

function uploadName({ at, id, extension = 'csv' }: UploadPath): string {
  return `${dayFolder(at)}${at.toISOString().replaceAll(/[:.]/g, '-')}-${id}.${extension}`;
}

/** The folder of an instant's UTC day, `YYYY/MM/DD/`. */
export function dayFolder(at: Date): string {
  return `${utcDate(at).replaceAll('-', '/')}/`;
}
