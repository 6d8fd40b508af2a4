import { FieldProblems } from '@solano/domain';
import type { Request } from 'express';
import { isForm, readForm, type UploadForm } from '../body/form.ts';
import type { BodyAccount } from '../body/limit.ts';
import { MalformedForm, unsupported } from '../http/http-error.ts';

/** Errors: `unsupported_media_type`. */
export function requireForm(req: Request): void {
  if (isForm(req)) return;
  throw unsupported(`media type "${req.headers['content-type'] ?? ''}" in request`);
}

/** The form of an upload by bearer key: problems are reported by field. */
export async function readBearerForm(
  req: Request,
  maxBytes: number,
  count: BodyAccount['count'],
): Promise<UploadForm> {
  try {
    return await readForm(req, maxBytes, count);
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error;
    return new FieldProblems().add('file', error.message).reject();
  }
}
