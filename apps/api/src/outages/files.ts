import {
  type OutageFileDeps,
  type OutageFileReading,
  type OutageUpload,
  type UnavailabilityFields,
  uploadOutageFile,
} from '@solano/domain/assets';
import { UNAVAILABILITY, UploadQuery, understoodJson } from '@solano/schemas';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { type Reader, readerRequest } from '../readers/reader-threads.ts';
import { fileEndpoints, OF_CUSTOMER } from '../uploads/file-endpoints.ts';
import { OUTAGE_FILES } from './file-document.ts';
import { readFileForm } from './file-form.ts';
import type { readOutageFile } from './outage-file-text.ts';
import { outageRows } from './outage-slices.ts';
import { type OutageRoutesDeps, receiveBearerForm } from './upload.ts';

const OUTAGE_FILE: Reader<typeof readOutageFile> = {
  script: new URL('./outage-file-text.ts', import.meta.url),
  name: 'readOutageFile',
  isOfFiles: true,
};

/** Outage files of any spreadsheet. */
export function outageFileEndpoints(deps: OutageRoutesDeps): Endpoint[] {
  return fileEndpoints(deps, {
    name: 'outages',
    queue: deps.fileQueue,
    path: '/api/v0/outages',
    scope: 'uploads',
    parameters: { ...OF_CUSTOMER, removalQuery: UploadQuery },
    metadata: OUTAGE_FILES,
    receive: (req, res, caller) => receiveBearerForm(deps, req, res, caller),
    readForm: readFileForm,
    upload(delivery, { caller }) {
      const readFile: OutageFileDeps['readFile'] = async (content, plants, options) => {
        const input = { content, plants, options };
        const text = await deps.read(OUTAGE_FILE, input, readerRequest(caller, content));
        return { ...text, rows: outageRows(text) };
      };
      return uploadOutageFile({ ...deps, readFile }, delivery);
    },
    uploads: () => deps.uploads,
    json: { reading: readingJson, recorded: recordedJson, listed: listedJson },
  });
}

const FIELDS = Object.entries(UNAVAILABILITY).map(
  ([key, { name }]) => [key as keyof UnavailabilityFields, name] as const,
);

function readingJson({ understood, preview, period, total, problems }: OutageFileReading) {
  const rows = preview.map((row) =>
    Object.fromEntries(FIELDS.map(([key, name]) => [name, row[key]])),
  );
  return { understood: understood && understoodJson(understood), rows, period, total, problems };
}

function recordedJson({ rows, plants }: OutageUpload) {
  return { rows, plants };
}

function listedJson({ id, plants, fileName, rows, uploadedAt, by, mode }: OutageUpload) {
  return { id, plant_ids: plants, file_name: fileName, rows, uploaded_at: uploadedAt, by, mode };
}
