import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import { SolanoError } from '@solano/domain';
import type { Request } from 'express';

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

/** Whether the body calls itself a form. */
export function isForm(req: Request): boolean {
  return req.is('multipart/form-data') === 'multipart/form-data';
}

/**
 * Reads a form whose file is in the field `file`. Limits hold while it is read. Errors:
 * `upload_too_large`, `form_malformed`.
 *
 * @param most bytes of the file.
 */
export async function readForm(req: Request, most: number): Promise<UploadForm> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadForm>();
  const parser = newParser(req, most);
  const fields = new Map<string, string>();
  let file: UploadedFile | undefined;
  const fail = (code: 'upload_too_large' | 'form_malformed', message: string, cause?: unknown) => {
    reject(new SolanoError(code, message, { cause }));
    req.unpipe(parser);
    // What is still on its way is not kept.
    req.resume();
  };
  const tooLarge = () => fail('upload_too_large', 'Request body is too large.');
  const broken = (cause?: unknown) => fail('form_malformed', 'The form cannot be read.', cause);

  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) tooLarge();
    fields.set(name, value);
  });
  parser.on('file', (field, stream, name, _encoding, contentType) => {
    const chunks: Uint8Array[] = [];
    stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    stream.on('limit', tooLarge);
    stream.on('end', () => {
      if (field !== 'file') return;
      const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
      file = { name, contentType: essence, content: Buffer.concat(chunks) };
    });
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, broken);
  parser.on('error', broken);
  parser.on('finish', () => resolve({ fields, file }));
  req.on('close', () => {
    if (!req.complete) broken();
  });
  req.pipe(parser);
  return promise;
}

function newParser(req: Request, most: number): BusboyInstance {
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: { ...LIMITS, fileSize: most },
    });
  } catch (cause) {
    throw new SolanoError('form_malformed', 'The form cannot be read.', { cause });
  }
}
