import {
  type Caller,
  FieldProblems,
  type OutageFileDeps,
  type OutageUploadDeps,
  requireOutageUploads,
} from '@solano/domain';
import type { Request, Response } from 'express';
import type { AuthenticationDeps } from '../authentication/authentication.ts';
import { isForm, readForm, type UploadForm } from '../body/form.ts';
import type { BodyLimit } from '../body/limit.ts';
import { MalformedForm, unsupported } from '../http/http-error.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import { orderOf, type Read } from '../readers/reader-threads.ts';
import { outageRows } from './outage-slices.ts';

export interface OutageFileRoutesDeps extends Omit<OutageFileDeps, 'readFile'> {
  readonly read: Read;
  /** Bytes of a file. */
  readonly maxUploadBytes: number;
  readonly bodies: BodyLimit;
}

export interface OutageRoutesDeps
  extends Omit<OutageUploadDeps, 'readOutages' | 'objects'>,
    OutageFileRoutesDeps,
    AuthenticationDeps {
  /** The token that simulates an upload. */
  readonly testingToken: string;
  readonly work: WorkLimit;
}

/** The ports of an upload by a caller, whose file is read in a thread. */
export function uploadDeps(deps: OutageRoutesDeps, caller: Caller): OutageUploadDeps {
  return {
    ...deps,
    async readOutages(content, plants) {
      return outageRows(await deps.read('outages', { content, plants }, orderOf(caller, content)));
    },
  };
}

export function rowsText(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

/**
 * Receives the form of an upload by bearer key. Errors: `uploads_off`, 413, 415, `overloaded`, and
 * `invalid_fields` for a form that cannot be read.
 */
export async function receiveBearerForm(
  deps: OutageFileRoutesDeps,
  req: Request,
  res: Response,
  caller: Caller,
): Promise<UploadForm> {
  requireOutageUploads(deps.enabled, caller.customer);
  if (!isForm(req))
    throw unsupported(`media type "${req.headers['content-type'] ?? ''}" in request`);
  const { count } = deps.bodies.open(req, res, caller);
  try {
    return await readForm(req, deps.maxUploadBytes, count);
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error;
    return new FieldProblems().add('file', error.message).reject();
  }
}
