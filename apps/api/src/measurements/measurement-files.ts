import {
  type MeasurementFileReader,
  type MeasurementReading,
  type MeasurementTarget,
  type MeasurementUploadDeps,
  type SentMeasurements,
  uploadMeasurements,
} from '@solano/domain/energy';
import type { Caller, FileDelivery } from '@solano/domain/service';
import { measurementReadingJson, warningsJson } from '@solano/schemas';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import {
  listedJson,
  type PeriodFileEndpointDeps,
  periodFiles,
  recordedJson,
} from '../uploads/period-files.ts';
import type { readMeasurementFile } from './measurement-text.ts';

const MEASUREMENTS: Reader<typeof readMeasurementFile> = {
  script: new URL('./measurement-text.ts', import.meta.url),
  name: 'readMeasurementFile',
  isOfFiles: true,
};

export interface MeasurementRoutesDeps extends MeasurementUploadDeps, PeriodFileEndpointDeps {
  readonly read: Read;
  readonly objects: PeriodFileEndpointDeps['objects'];
}

/** Reads files of a customer in a thread. */
export function fileReader(
  { read }: { readonly read: Read },
  caller: Pick<Caller, 'customer'>,
): MeasurementFileReader['readFile'] {
  return (content, owners, options, now) =>
    read(MEASUREMENTS, { content, owners, options, now }, readerRequest(caller, content));
}

/** What is the same of files of production and of consumption. */
export function measurementFiles<Input>(
  deps: MeasurementRoutesDeps,
  targetOf: (input: Input) => MeasurementTarget,
) {
  return {
    ...periodFiles(deps, targetOf),
    scope: 'uploads',
    upload(delivery: FileDelivery<SentMeasurements>, input: Input) {
      const readFile = fileReader(deps, delivery);
      return uploadMeasurements({ ...deps, readFile }, { ...delivery, target: targetOf(input) });
    },
    json: {
      reading: measurementReadingJson,
      recorded: recordedJson,
      warnings: ({ warnings }: MeasurementReading) => warningsJson(warnings),
      listed: listedJson,
    },
  } as const;
}
