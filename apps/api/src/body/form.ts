import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { type HttpError, MalformedForm, tooLarge } from '../http/http-error.ts';
import type { BodyAccount } from './limit.ts';

/** A form with at most one file, from a `multipart/form-data` body. */
export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: UploadedFile | undefined;
}

export interface UploadedFile {
  readonly name: string;
  /** The media type without parameters, in lower case. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** The members of a form that have a text, and its file. */
export function filledMembers({ fields, file }: UploadForm): object {
  const filled = [...fields].filter(([, text]) => text.trim() !== '');
  return { ...Object.fromEntries(filled), file };
}

/** Limits of a form besides its file. */
const LIMITS = { fields: 20, fieldSize: 65_536, files: 1, parts: 25, headerPairs: 50 };

/** Bytes of a form besides its file: the fields and the delimiters of parts. */
export const FORM_BYTES = (LIMITS.fields + 1) * LIMITS.fieldSize;

/** Whether the media type of the body is that of a form. */
export function isForm(req: Request): boolean {
  return req.is('multipart/form-data') === 'multipart/form-data';
}

/** Receives a field of a form; the next one is read after this has resolved. */
export type OnField = (name: string, value: string) => Promise<void>;

/**
 * Reads a form whose file is in the field `file`. Limits hold while it is read; the rest of a
 * rejected form is discarded as it comes. Errors: 413, {@link MalformedForm}, and those of `count`
 * and `onField`.
 *
 * @param max maximum bytes of the file.
 * @param count is called with bytes once `onField` has been called with the fields that end in
 * them.
 */
export async function readForm(
  req: Request,
  max: number,
  count: BodyAccount['count'],
  onField: OnField = async () => {},
): Promise<UploadForm> {
  if (Number(req.headers['content-length'] ?? 0) > max + FORM_BYTES) throw tooLarge();
  const parser = new FormParser(await newParser(req, max));
  let bytes = 0;
  try {
    for await (const piece of received(req)) {
      bytes += piece.length;
      if (bytes > max + FORM_BYTES) throw tooLarge();
      for (const [name, value] of await parser.parse(piece)) await onField(name, value);
      count(piece.length);
    }
    return await parser.end();
  } catch (error) {
    // The rest of the request is not buffered.
    req.resume();
    throw error;
  }
}

/** Yields the pieces of the form as they arrive. Errors: {@link MalformedForm} if the caller disconnects. */
async function* received(req: Request): AsyncGenerator<Buffer> {
  try {
    // A handler that stops reading the request still responds to it.
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new MalformedForm(cause);
  }
}

/** Gathers the parts of a form as they are found. */
class FormParser {
  readonly #parser: BusboyInstance;
  readonly #fields = new Map<string, string>();
  #file: UploadedFile | undefined;
  /** Fields that have been found since the last piece. */
  #found: [name: string, value: string][] = [];
  #rejection: HttpError | undefined;
  /** Resolves when the parser has ended. */
  readonly #isDone: Promise<void>;

  constructor(parser: BusboyInstance) {
    this.#parser = parser;
    const broken = (cause?: unknown) => this.#reject(new MalformedForm(cause));
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
      parser.on(limit, broken);
    }
    this.#isDone = finished(parser).catch(broken);
    this.#collect();
  }

  /** Returns the fields that end in this piece. Errors: 413, {@link MalformedForm}. */
  async parse(piece: Buffer): Promise<[name: string, value: string][]> {
    const isParsed = new Promise<void>((resolve) => {
      this.#parser.write(piece, () => resolve());
    });
    await Promise.race([isParsed, this.#isDone]);
    // The last part of a piece is emitted some ticks after the piece is parsed.
    await setImmediate();
    if (this.#rejection) throw this.#rejection;
    return this.#found.splice(0);
  }

  /** Returns the form, which is complete now. Errors: {@link MalformedForm}. */
  async end(): Promise<UploadForm> {
    this.#parser.end();
    await this.#isDone;
    if (this.#rejection) throw this.#rejection;
    return { fields: this.#fields, file: this.#file };
  }

  #collect(): void {
    const tooLong = () => this.#reject(tooLarge());
    this.#parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) tooLong();
      this.#fields.set(name, value);
      this.#found.push([name, value]);
    });
    this.#parser.on('file', (field, stream, name, _encoding, contentType) => {
      const chunks: Uint8Array[] = [];
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('limit', tooLong);
      // The parser reports it as well.
      stream.on('error', () => {});
      stream.on('end', () => {
        if (field !== 'file') return;
        const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
        this.#file = { name, contentType: essence, content: Buffer.concat(chunks) };
      });
    });
  }

  /** The first rejection is the response. */
  #reject(rejection: HttpError): void {
    this.#rejection ??= rejection;
  }
}

/** Errors: {@link MalformedForm}. */
async function newParser(req: Request, max: number): Promise<BusboyInstance> {
  // Loaded with the first form.
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: { ...LIMITS, fileSize: max },
    });
  } catch (cause) {
    throw new MalformedForm(cause);
  }
}
