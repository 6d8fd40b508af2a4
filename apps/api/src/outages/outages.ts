import { OUTAGE_TEMPLATE, type Plant, uploadPlantOutages } from '@solano/domain/assets';
import type { Caller } from '@solano/domain/service';
import { PlantOutageForm } from '@solano/schemas';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readFields } from '../endpoint/input.ts';
import { attachment } from '../http/file-response.ts';
import { content, json } from '../http/response.ts';
import { spreadsheet } from '../http/spreadsheet-response.ts';
import { OUTAGES_TEMPLATE, OUTAGES_WORKBOOK, UPLOAD_OUTAGES } from './document.ts';
import { outageFileEndpoints } from './files.ts';
import { tokenUploadEndpoint } from './token-upload.ts';
import type { OutageRoutesDeps } from './upload.ts';
import { receiveBearerForm, rowsText, uploadDeps } from './upload.ts';

/** The uploads of outage files, by bearer key and by token field, and the template of a file. */
export function outageEndpoints(deps: OutageRoutesDeps): Endpoint[] {
  return [
    plantUploadEndpoint(deps),
    tokenUploadEndpoint(deps),
    ...templateEndpoints(deps),
    ...outageFileEndpoints(deps),
  ];
}

/** `POST /api/v0/outages/upload`: an outage file of one plant, by bearer key. */
function plantUploadEndpoint(deps: OutageRoutesDeps): Endpoint {
  const post = operation({
    scopes: ['uploads'],
    receive: (req, res, caller: Caller) => receiveBearerForm(deps, req, res, caller),
    async handle({ caller, body, request, inTurn }) {
      const form = { ...Object.fromEntries(body.fields), file: body.file };
      const { plant_id: plant, file } = readFields(PlantOutageForm, form);
      const { customer } = caller;
      const source = auditSource({ caller, request });
      const rows = await inTurn(deps.fileQueue, customer.id, () =>
        uploadPlantOutages(uploadDeps(deps, caller), { source, customer, file }, plant),
      );
      return json({ message: `Outages CSV stored: ${rowsText(rows)}.` }, { status: 201 });
    },
    metadata: UPLOAD_OUTAGES,
  });

  return endpoint({ paths: ['/api/v0/outages/upload'], methods: { post } });
}

/** Files to fill in: as CSV, and as a workbook with lists of the customer's plants. */
function templateEndpoints({ plants: stored }: OutageRoutesDeps): Endpoint[] {
  const template = operation({
    scopes: ['read', 'uploads'],
    handle: () => content('text/csv', OUTAGE_TEMPLATE, { headers: attachment('outages.csv') }),
    metadata: OUTAGES_TEMPLATE,
  });

  const workbook = operation({
    scopes: ['read', 'uploads'],
    async handle({ caller }) {
      // Loaded on demand: few requests need it.
      const { MAX_PLANTS, outageTemplate } = await import('./outage-template.ts');
      const page = { offset: 0, limit: MAX_PLANTS };
      const plants: Plant[] = [];
      for await (const plant of stored.list(caller.customer.id, page)) plants.push(plant);
      const [sheet, ...more] = outageTemplate(plants);
      return spreadsheet('outages.xlsx', sheet, { more });
    },
    metadata: OUTAGES_WORKBOOK,
  });

  return [
    endpoint({ paths: ['/api/v0/outages/template.csv'], methods: { get: template } }),
    endpoint({ paths: ['/api/v0/outages/template.xlsx'], methods: { get: workbook } }),
  ];
}
