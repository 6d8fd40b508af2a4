import { importPlantFile, type PlantDeps, type PlantFields } from '@solano/domain/assets';
import type { PlantTable } from '@solano/domain/assets/files';
import type { Caller } from '@solano/domain/service';
import { PLANT, PlantListForm, understoodJson } from '@solano/schemas';
import { receiveForm, type UploadFormDeps } from '../body/upload-form.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readFields } from '../endpoint/input.ts';
import { json } from '../http/response.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { IMPORT_PLANTS } from './import-document.ts';
import type { readPlantList } from './plant-list-text.ts';

const PLANT_LIST: Reader<typeof readPlantList> = {
  script: new URL('./plant-list-text.ts', import.meta.url),
  name: 'readPlantList',
  isOfFiles: true,
};

/** Rows that a response shows. */
const SHOWN_ROWS = 20;

export interface PlantImportRoutesDeps extends PlantDeps, UploadFormDeps {
  readonly read: Read;
  readonly fileQueue: FairQueue;
}

/** `POST /api/v0/plants/import`: a list of plants from any spreadsheet. */
export function plantImportEndpoint(deps: PlantImportRoutesDeps): Endpoint {
  const post = operation({
    scopes: ['plants'],
    receive: (req, res, caller: Caller) => receiveForm(deps, req, res, caller),
    async handle(input) {
      const { caller, body } = input;
      const fields = [...body.fields].filter(([, text]) => text.trim() !== '');
      const form = { ...Object.fromEntries(fields), file: body.file };
      const { file, dry_run: isDryRun = false, decimal } = readFields(PlantListForm, form);
      const sent = { content: file.content, isDryRun, options: { decimal } };
      const order = readerRequest(caller, file.content);
      const { id } = caller.customer;
      const { reading, imported } = await input.inTurn(deps.fileQueue, id, () =>
        importPlantFile(
          {
            ...deps,
            readFile: (content, known, options) =>
              deps.read(PLANT_LIST, { content, known, options }, order),
          },
          auditSource(input),
          id,
          sent,
        ),
      );
      if (!imported) return json(readingJson(reading), { status: isDryRun ? 200 : 400 });
      const { added: created, updated } = imported;
      return json({ rows: reading.total, created, updated }, { status: 201 });
    },
    metadata: IMPORT_PLANTS,
  });
  return endpoint({ paths: ['/api/v0/plants/import'], unauthenticated: 403, methods: { post } });
}

function readingJson({ understood, plants, total, problems }: PlantTable) {
  const created = plants.filter(({ fields }) => fields).length;
  return {
    understood: understood && understoodJson(understood),
    rows: plants
      .slice(0, SHOWN_ROWS)
      .map(({ name, fields, changes }) => rowJson({ name, ...(fields ?? changes) })),
    total,
    problems,
    created,
    updated: plants.length - created,
  };
}

function rowJson(row: Partial<PlantFields>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(PLANT).map(([key, { name }]) => [name, row[key as keyof PlantFields]]),
  );
}
