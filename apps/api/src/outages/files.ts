import {
  type OutageFileDeps,
  type OutageFileReading,
  type OutageUpload,
  openUpload,
  type SentFile,
  type UnavailabilityFields,
  undoUpload,
  uploadOutageFile,
} from '@solano/domain/assets';
import type { Caller } from '@solano/domain/service';
import {
  UNAVAILABILITY,
  UploadPath,
  UploadQuery,
  UploadsQuery,
  understoodJson,
} from '@solano/schemas';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, type OperationOf, operation } from '../endpoint/endpoint.ts';
import { storedFile } from '../http/file-response.ts';
import { json, NO_CONTENT } from '../http/response.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import { type Reader, readerRequest } from '../readers/reader-threads.ts';
import { list, pageHeaders, requestedPage } from '../records/list.ts';
import { DELETE_UPLOAD, DOWNLOAD_UPLOAD, LIST_UPLOADS, UPLOAD_FILE } from './file-document.ts';
import { readFileForm } from './file-form.ts';
import type { readOutageFile } from './outage-file-text.ts';
import { outageRows } from './outage-slices.ts';
import { type OutageFileRoutesDeps, receiveBearerForm } from './upload.ts';

const OUTAGE_FILE: Reader<typeof readOutageFile> = {
  script: new URL('./outage-file-text.ts', import.meta.url),
  name: 'readOutageFile',
  isOfFiles: true,
};

/** Outage files of any spreadsheet: uploaded, listed, downloaded and undone. */
export function outageFileEndpoints(deps: OutageFileRoutesDeps, queue: FairQueue): Endpoint[] {
  const listUploads = operation({
    scopes: ['read', 'uploads'],
    query: UploadsQuery,
    async handle({ caller, query, request }) {
      const { id } = caller.customer;
      const rows = deps.uploads.list(id, requestedPage(query));
      const total = async () => ({ count: await deps.uploads.count(id) });
      return list(rows, uploadJson, await pageHeaders('uploads', request, query, rows, total));
    },
    metadata: LIST_UPLOADS,
  });

  const download = operation({
    scopes: ['read', 'uploads'],
    params: UploadPath,
    async handle({ caller, params }) {
      const { upload, file } = await openUpload(deps, caller.customer.id, params.id);
      return storedFile(file, upload.fileName);
    },
    metadata: DOWNLOAD_UPLOAD,
  });

  const path = '/api/v0/outages/uploads';
  return [
    endpoint({ paths: ['/api/v0/outages/files'], methods: { post: fileUpload(deps, queue) } }),
    endpoint({ paths: [path], methods: { get: listUploads } }),
    endpoint({ paths: [`${path}/:id/file`], methods: { get: download } }),
    endpoint({ paths: [`${path}/:id`], methods: { delete: uploadRemoval(deps, queue) } }),
  ];
}

function fileUpload(deps: OutageFileRoutesDeps, queue: FairQueue): OperationOf<Caller> {
  return operation({
    scopes: ['uploads'],
    receive: async (req, res, caller: Caller): Promise<SentFile> =>
      readFileForm(await receiveBearerForm(deps, req, res, caller)),
    async handle({ caller, body: file, request }) {
      const { customer } = caller;
      const readFile: OutageFileDeps['readFile'] = async (content, plants, options) => {
        const input = { content, plants, options };
        const text = await deps.read(OUTAGE_FILE, input, readerRequest(caller, content));
        return { ...text, rows: outageRows(text) };
      };
      const source = auditSource({ caller, request });
      const outcome = await queue.run(customer.id, () =>
        uploadOutageFile({ ...deps, readFile }, source, customer, file),
      );
      if (outcome.kind === 'read') {
        return json(readingJson(outcome.reading), { status: file.isDryRun ? 200 : 400 });
      }
      const { id, rows, plants } = outcome.upload;
      if (outcome.kind === 'recorded') return json({ id, rows, plants }, { status: 201 });
      return json({ id, rows, plants, message: REPEATED });
    },
    metadata: UPLOAD_FILE,
  });
}

function uploadRemoval(deps: OutageFileRoutesDeps, queue: FairQueue): OperationOf<Caller> {
  return operation({
    scopes: ['uploads'],
    params: UploadPath,
    query: UploadQuery,
    async handle(input) {
      const { caller, params, query } = input;
      const source = auditSource(input);
      const { id: customerId } = caller.customer;
      const conflicts = await queue.run(customerId, () =>
        undoUpload(deps, source, customerId, params.id, query.force),
      );
      if (conflicts.length === 0) return NO_CONTENT;
      const rows = conflicts.map(({ id, plantName, start, end, availabilityType }) => ({
        id,
        plant_id: plantName,
        start_time_utc: start,
        end_time_utc: end,
        availability_type: availabilityType,
      }));
      return json({ detail: CHANGED, rows }, { status: 409 });
    },
    metadata: DELETE_UPLOAD,
  });
}

const REPEATED = 'This file was uploaded before: nothing was recorded.';
const CHANGED = 'Rows of the upload were changed since: nothing was deleted.';

const FIELDS = Object.entries(UNAVAILABILITY).map(
  ([key, { name }]) => [key as keyof UnavailabilityFields, name] as const,
);

function readingJson({ understood, preview, period, total, problems }: OutageFileReading) {
  const rows = preview.map((row) =>
    Object.fromEntries(FIELDS.map(([key, name]) => [name, row[key]])),
  );
  return { understood: understood && understoodJson(understood), rows, period, total, problems };
}

function uploadJson({ id, plants, fileName, rows, uploadedAt, by, mode }: OutageUpload) {
  return { id, plant_ids: plants, file_name: fileName, rows, uploaded_at: uploadedAt, by, mode };
}
