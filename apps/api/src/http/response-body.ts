import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { compress, type Encoding, MIN_COMPRESSED_BYTES, preferredEncoding } from './compression.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const WHOLE_TYPE = /; charset=/;
const COMPRESSIBLE = /^(?:json|csv|text\/|application\/json)/;
/** Bodies of several pieces are joined up to here: joining a hundred megabytes would block the event loop. */
const MAX_JOINED_BYTES = 1024 * 1024;
/** Larger bodies are compressed as they are sent. */
const MAX_COMPRESSED_AT_ONCE = 8 * 1024 * 1024;

const compressions: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};
const compressStream = compress();

/** Counts the bytes that a response has in memory, until it ends. Errors: `overloaded`. */
export type CountMemory = (bytes: number, res: Response) => void;

/** The compressed forms of a body. */
interface CompressedForms {
  get(encoding: Encoding): Buffer | undefined;
  set(encoding: Encoding, bytes: Buffer): void;
}

/** A body in memory. Any number of responses may send it, and it is compressed once for all of them. */
export class ResponseBody {
  readonly length: number;
  readonly #type: string;
  readonly #compressed: CompressedForms;
  readonly #compressing = new Map<Encoding, Promise<Buffer>>();
  #pieces: readonly Buffer[];

  /**
   * @param type the media type or extension that `res.type` takes.
   * @param compressed keeps the compressed forms.
   */
  constructor(
    type: string,
    body: string | Buffer | readonly Buffer[],
    compressed: CompressedForms = new Map<Encoding, Buffer>(),
  ) {
    this.#type = type;
    this.#pieces = typeof body === 'string' ? [Buffer.from(body)] : [body].flat();
    this.#compressed = compressed;
    this.length = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /**
   * Sends the body in the encoding that the caller prefers; returns what was sent, where that is in one piece.
   * Errors: those of `count`.
   */
  async send(res: Response, count?: CountMemory): Promise<Buffer | undefined> {
    const isCompressible = COMPRESSIBLE.test(this.#type);
    const encoding =
      isCompressible && this.length >= MIN_COMPRESSED_BYTES
        ? preferredEncoding(res.req)
        : undefined;
    if (isCompressible) res.vary('Accept-Encoding');
    const isAtOnce = this.#pieces.length === 1 || this.length <= MAX_JOINED_BYTES;
    const isCompressed = encoding && isAtOnce && this.length <= MAX_COMPRESSED_AT_ONCE;
    if (res.req.method === 'HEAD' || !isAtOnce || (encoding && !isCompressed)) {
      return this.#sendPieces(res, count, encoding);
    }
    const bytes = isCompressed ? await this.#compressedAs(encoding) : this.#joined();
    count?.(bytes.length, res);
    this.#setType(res);
    if (isCompressed) res.setHeader('Content-Encoding', encoding);
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
    return bytes;
  }

  /** A HEAD has the length that is known before the body is compressed. */
  async #sendPieces(
    res: Response,
    count: CountMemory | undefined,
    encoding: Encoding | undefined,
  ): Promise<undefined> {
    const isHead = res.req.method === 'HEAD';
    if (!isHead) count?.(this.length, res);
    this.#setType(res);
    if (!encoding) res.setHeader('Content-Length', this.length);
    if (isHead) {
      res.end();
      return undefined;
    }
    if (encoding) compressStream(res.req, res, () => {});
    await pipeline(Readable.from(this.#pieces), res);
    return undefined;
  }

  #setType(res: Response): void {
    if (this.#type === 'json') res.setHeader('Content-Type', JSON_TYPE);
    else if (WHOLE_TYPE.test(this.#type)) res.setHeader('Content-Type', this.#type);
    else res.type(this.#type);
  }

  #joined(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] as Buffer;
  }

  async #compressedAs(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    let compressing = this.#compressing.get(encoding);
    if (!compressing) {
      compressing = this.#compress(encoding).finally(() => this.#compressing.delete(encoding));
      this.#compressing.set(encoding, compressing);
    }
    return compressing;
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const bytes = await compressions[encoding](this.#joined());
    this.#compressed.set(encoding, bytes);
    return bytes;
  }
}
