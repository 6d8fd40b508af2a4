import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import { SolanoError } from '@solano/domain';
import type { Request } from 'express';
import { tooLarge } from './body-bytes.ts';
import type { CountBytes } from './body-limit.ts';

/** A form with at most one file, as `multipart/form-data` brings it. */
export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: UploadedFile | undefined;
}

export interface UploadedFile {
  readonly name: string;
  /** Without parameters, in lower case. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** What a form may hold besides its file. */
const LIMITS = { fields: 20, fieldSize: 65_536, files: 1, parts: 25, headerPairs: 50 };

/** Bytes of a form besides its file: the fields, and what separates the parts. */
export const FORM_BYTES = (LIMITS.fields + 1) * LIMITS.fieldSize;

/** Whether the body calls itself a form. */
export function isForm(req: Request): boolean {
  return req.is('multipart/form-data') === 'multipart/form-data';
}

/**
 * Reads a form whose file is in the field `file`. Limits hold while it is read; the rest of a form
 * that is refused is thrown away as it comes. Errors: `upload_too_large`, `form_malformed`, and
 * those of `count`.
 *
 * @param most bytes of the file.
 */
export async function readForm(req: Request, most: number, count: CountBytes): Promise<UploadForm> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadForm>();
  if (Number(req.headers['content-length'] ?? 0) > most + FORM_BYTES) throw tooLarge();
  const parser = newParser(req, most);
  const refuse = (error: unknown) => {
    reject(error);
    req.off('data', counted).unpipe(parser);
    // What is still on its way is not kept.
    req.resume();
  };
  const broken = (cause?: unknown) => refuse(malformed(cause));
  let bytes = 0;
  const counted = (chunk: Uint8Array) => {
    bytes += chunk.length;
    try {
      if (bytes > most + FORM_BYTES) throw tooLarge();
      count(chunk.length);
    } catch (error) {
      refuse(error);
    }
  };

  const form = collect(parser, () => refuse(tooLarge()));
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, broken);
  parser.on('error', broken);
  parser.on('finish', () => resolve(form));
  req.on('close', () => {
    if (!req.complete) broken();
  });
  req.on('data', counted).pipe(parser);
  return promise;
}

/** Gathers the parts as they are found; what is given is whole once the parser is done. */
function collect(parser: BusboyInstance, tooLong: () => void): UploadForm {
  const fields = new Map<string, string>();
  const form: { fields: typeof fields; file: UploadedFile | undefined } = {
    fields,
    file: undefined,
  };
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) tooLong();
    fields.set(name, value);
  });
  parser.on('file', (field, stream, name, _encoding, contentType) => {
    const chunks: Uint8Array[] = [];
    stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    stream.on('limit', tooLong);
    stream.on('end', () => {
      if (field !== 'file') return;
      const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
      form.file = { name, contentType: essence, content: Buffer.concat(chunks) };
    });
  });
  return form;
}

function newParser(req: Request, most: number): BusboyInstance {
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: { ...LIMITS, fileSize: most },
    });
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause: unknown): SolanoError {
  return new SolanoError('form_malformed', 'The form cannot be read.', { cause });
}
