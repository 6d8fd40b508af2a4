import { openForecast } from '@solano/domain/assets';
import type { Clock, ObjectContent, ObjectInfo, ObjectStore } from '@solano/domain/kernel';
import { ByteCache } from '../http/byte-cache.ts';
import { ResponseBody } from '../http/response-body.ts';

const MEBIBYTE = 1024 * 1024;
/** Maximum bytes of the cache. */
const MAX_BYTES = 64 * MEBIBYTE;
/** Larger bodies are sent in pieces and never cached. */
const MAX_BODY_BYTES = 8 * MEBIBYTE;
/** Larger objects are streamed and never cached. */
const MAX_CACHED_BYTES = MEBIBYTE;
/**
 * An object of this age gets another tag with its next change: file systems have coarse clocks, and
 * some gateways make tags of whole seconds. Younger objects are not cached.
 */
const SETTLED_AFTER_MS = 5_000;

/** Whether what is made of an object may be kept under its tag. */
export function isSettled({ modifiedAt }: ObjectInfo, now: Date): boolean {
  return now.getTime() - modifiedAt.getTime() >= SETTLED_AFTER_MS;
}

type Objects = Pick<ObjectStore, 'get'>;

/** A body that is made of objects. */
export interface CachedBody {
  readonly infos: readonly ObjectInfo[];
  /** Identifies the objects, their tags, and everything else that the body depends on. */
  readonly name: string;
  /** As {@link ResponseBody} takes it. */
  readonly type: string;
}

/** The body of a response, and the names of files that were left out of it. */
interface Text<Content> {
  readonly content: Content;
  readonly invalid: readonly string[];
}

type Derive = (content: Buffer) => string | Buffer | Promise<string | Buffer>;

/**
 * Caches content that is derived from objects for responses, by the object's key, its ETag and the
 * variant. The key begins with the customer's folder: no customer gets another's content, and no
 * caller an outdated one. Callers at the same time share one derivation.
 */
export class DerivedContentCache {
  readonly #objects: Objects;
  readonly #clock: Clock;
  readonly #cache = new ByteCache(MAX_BYTES);
  readonly #underWay = new Map<string, Promise<Buffer>>();
  /** Counts objects that were replaced after they had been listed. */
  #replaced = 0;

  constructor({ objects, clock }: { readonly objects: Objects; readonly clock: Clock }) {
    this.#objects = objects;
    this.#clock = clock;
  }

  /**
   * Returns the result of `derive` for an object that was listed just now. Errors: its own, and
   * `objects_unavailable`, also if the object was removed meanwhile.
   *
   * @param variant names the derivation: the function, and everything that it depends on but the
   * content.
   */
  async of(info: ObjectInfo, variant: string, derive: Derive): Promise<Buffer> {
    // Neither a key nor a tag holds a NUL.
    const name = `${info.key}\0${info.etag}\0${variant}`;
    const cached = this.#cache.get(name);
    if (cached) return cached;
    if (!isSettled(info, this.#clock())) return (await this.#derive(info, derive)).derived;
    let underWay = this.#underWay.get(name);
    if (!underWay) {
      underWay = this.#deriveAndCache(name, info, derive).finally(() =>
        this.#underWay.delete(name),
      );
      this.#underWay.set(name, underWay);
    }
    return underWay;
  }

  /**
   * Returns the body that `make` makes of objects that were listed just now; it is cached with its
   * compressed forms, unless a file was left out. Errors: those of `make`.
   */
  async body(
    { infos, name, type }: CachedBody,
    make: () => Promise<Text<readonly Buffer[]>>,
  ): Promise<Text<ResponseBody>> {
    const cached = this.#cache.get(name);
    if (cached) return { content: this.#cachedBody(name, type, cached), invalid: [] };
    const areSettled = infos.every((info) => isSettled(info, this.#clock()));
    const replaced = this.#replaced;
    const { content, invalid } = await make();
    const bytes = content.reduce((sum, piece) => sum + piece.length, 0);
    const isCacheable = areSettled && replaced === this.#replaced && invalid.length === 0;
    if (!isCacheable || bytes > MAX_BODY_BYTES) {
      return { content: new ResponseBody(type, content), invalid };
    }
    const whole = ownBuffer(Buffer.concat(content));
    this.#cache.set(name, whole);
    return { content: this.#cachedBody(name, type, whole), invalid };
  }

  #cachedBody(name: string, type: string, bytes: Buffer): ResponseBody {
    return new ResponseBody(type, bytes, {
      get: (encoding) => this.#cache.get(`${name}\0${encoding}`),
      set: (encoding, compressed) => this.#cache.set(`${name}\0${encoding}`, ownBuffer(compressed)),
    });
  }

  /** Opens the unchanged object. Errors: `objects_unavailable`, also if it was removed meanwhile. */
  async open(info: ObjectInfo): Promise<ObjectContent> {
    if (info.size > MAX_CACHED_BYTES) return openForecast(this.#objects, info);
    const whole = await this.of(info, 'content', (content) => content);
    return { ...info, size: whole.length, content: onePiece(whole), cancel: () => {} };
  }

  async #deriveAndCache(name: string, info: ObjectInfo, derive: Derive): Promise<Buffer> {
    const { derived, etag } = await this.#derive(info, derive);
    // It may have been replaced since it was listed.
    if (etag === info.etag) this.#cache.set(name, derived);
    else this.#replaced += 1;
    return derived;
  }

  async #derive(info: ObjectInfo, derive: Derive): Promise<{ derived: Buffer; etag: string }> {
    const object = await openForecast(this.#objects, info);
    return { derived: ownBuffer(await derive(await bytesOf(object))), etag: object.etag };
  }
}

async function bytesOf({ content }: ObjectContent): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* onePiece(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** A buffer of its own: Node allocates small ones inside large ones, which would stay in memory. */
function ownBuffer(content: string | Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') own.write(content);
  else content.copy(own);
  return own;
}
