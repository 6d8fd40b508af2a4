import { FieldProblems } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import type { Request, Response } from 'express';
import { MalformedForm, unsupported } from '../http/http-error.ts';
import { isForm, readForm, type UploadForm } from './form.ts';
import type { BodyLimit } from './limit.ts';

export interface UploadFormDeps {
  /** Bytes of a file. */
  readonly maxUploadBytes: number;
  readonly bodies: BodyLimit;
}

/**
 * Receives the form of an upload. Errors: 413, 415, `overloaded`, and `invalid_fields` for a form that
 * cannot be read.
 */
export async function receiveForm(
  { bodies, maxUploadBytes }: UploadFormDeps,
  req: Request,
  res: Response,
  caller: Caller,
): Promise<UploadForm> {
  if (!isForm(req))
    throw unsupported(`media type "${req.headers['content-type'] ?? ''}" in request`);
  const { count } = bodies.open(req, res, caller);
  try {
    return await readForm(req, maxUploadBytes, count);
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error;
    return new FieldProblems().add('file', error.message).reject();
  }
}
