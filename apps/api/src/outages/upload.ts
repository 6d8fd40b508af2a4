import {
  type OutageDeps,
  type OutageUploadDeps,
  type OutageUploadStore,
  requireOutageUploads,
  type UnavailabilityStore,
} from '@solano/domain/assets';
import type { Caller } from '@solano/domain/service';
import type { Request, Response } from 'express';
import type { AuthenticationDeps } from '../authentication/authentication.ts';
import type { UploadForm } from '../body/form.ts';
import { receiveForm, type UploadFormDeps } from '../body/upload-form.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import type { FileEndpointDeps } from '../uploads/file-endpoints.ts';
import { outageRows } from './outage-slices.ts';
import type { readOutageText } from './outage-text.ts';

export const OUTAGES: Reader<typeof readOutageText> = {
  script: new URL('./outage-text.ts', import.meta.url),
  name: 'readOutageText',
  isOfFiles: true,
};

export interface OutageRoutesDeps
  extends OutageDeps,
    FileEndpointDeps,
    UploadFormDeps,
    AuthenticationDeps {
  readonly objects: FileEndpointDeps['objects'];
  readonly uploads: OutageUploadStore;
  readonly read: Read;
  readonly unavailabilities: UnavailabilityStore;
  /** The token that simulates an upload. */
  readonly testingToken: string;
  readonly work: WorkLimit;
}

/** The ports of an upload by a caller, whose file is read in a thread. */
export function uploadDeps(deps: OutageRoutesDeps, caller: Caller): OutageUploadDeps {
  return {
    ...deps,
    async readOutages(content, plants) {
      return outageRows(
        await deps.read(OUTAGES, { content, plants }, readerRequest(caller, content)),
      );
    },
  };
}

export function rowsText(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

/** Receives the form of an upload by bearer key. Errors: `uploads_off`, and those of {@link receiveForm}. */
export async function receiveBearerForm(
  deps: OutageRoutesDeps,
  req: Request,
  res: Response,
  caller: Caller,
): Promise<UploadForm> {
  requireOutageUploads(deps.enabled, caller.customer);
  return receiveForm(deps, req, res, caller);
}
