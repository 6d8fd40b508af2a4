import {
  type MeasurementFileReader,
  type MeasurementTarget,
  type MeasurementUploadDeps,
  type SentMeasurements,
  uploadMeasurements,
} from '@solano/domain/energy';
import type { Caller } from '@solano/domain/service';
import { measurementReadingJson, warningsJson } from '@solano/schemas';
import { auditSource } from '../endpoint/audit.ts';
import { type HttpResponse, json } from '../http/response.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { type FileRequest, type FileRoutesDeps, REPEATED } from '../uploads/file-uploads.ts';
import type { readMeasurementFile } from './measurement-text.ts';

const MEASUREMENTS: Reader<typeof readMeasurementFile> = {
  script: new URL('./measurement-text.ts', import.meta.url),
  name: 'readMeasurementFile',
  isOfFiles: true,
};

export interface MeasurementRoutesDeps extends MeasurementUploadDeps, FileRoutesDeps {
  readonly read: Read;
}

/** Reads files of a caller in a thread. */
export function fileReader(
  { read }: { readonly read: Read },
  caller: Caller,
): MeasurementFileReader['readFile'] {
  return (content, owners, options, now) =>
    read(MEASUREMENTS, { content, owners, options, now }, readerRequest(caller, content));
}

/** Responds to a file: reads it in a thread, and records its values. */
export async function respondToFile(
  deps: MeasurementRoutesDeps,
  queue: FairQueue,
  { caller, request }: FileRequest,
  target: MeasurementTarget,
  file: SentMeasurements,
): Promise<HttpResponse> {
  const readFile = fileReader(deps, caller);
  const source = auditSource({ caller, request });
  const { customer } = caller;
  const outcome = await queue.run(customer.id, () =>
    uploadMeasurements({ ...deps, readFile }, source, customer, target, file),
  );
  if (outcome.kind === 'read') {
    return json(measurementReadingJson(outcome.reading), { status: file.isDryRun ? 200 : 400 });
  }
  const { id, rows, series, from, to } = outcome.upload;
  const recorded = { id, rows, series, from, to };
  if (outcome.kind === 'repeated') return json({ ...recorded, message: REPEATED });
  const { replaced, reading } = outcome;
  return json({ ...recorded, replaced, ...warningsJson(reading.warnings) }, { status: 201 });
}
