import {
  changePlant,
  createPlant,
  type PlantDeps,
  type PlantFields,
  removePlant,
  requirePlant,
} from '@solano/domain/assets';
import { PLANT, RecordsQuery } from '@solano/schemas';
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts';
import type { RecordEndpointDeps, RecordKind } from '../records/record-endpoints.ts';
import { recordEndpoints } from '../records/record-endpoints.ts';
import { PLANTS } from './document.ts';
import { type PlantImportRoutesDeps, plantImportEndpoint } from './import.ts';
import { PLANT_SHEET } from './plant-sheet.ts';

/** Words that stand behind a plant's id, and are none. */
const WORDS = ['score'];

/** `/api/v0/plants/`, `/api/v0/plants/import` and `/api/v0/plants/<id>/`. */
export function plantEndpoints(deps: PlantImportRoutesDeps & RecordEndpointDeps): Endpoint[] {
  const words = WORDS.map((word) =>
    endpoint({ paths: [`/api/v0/plants/${word}`], unauthenticated: 403, methods: {} }),
  );
  return [plantImportEndpoint(deps), ...words, ...recordEndpoints(plantRecords(deps), deps)];
}

function plantRecords(deps: PlantDeps): RecordKind<PlantFields, typeof RecordsQuery> {
  const { plants } = deps;
  return {
    path: '/api/v0/plants',
    name: 'plant',
    unauthenticated: 403,
    fields: PLANT,
    query: RecordsQuery,
    metadata: PLANTS,
    sheet: PLANT_SHEET,
    list: (customerId, _query, page) => plants.list(customerId, page),
    count: (customerId) => plants.count(customerId),
    create: (source, customerId, checked) => createPlant(deps, source, customerId, checked),
    get: (customerId, id) => requirePlant(plants, customerId, id),
    change: (source, customerId, id, checked) => changePlant(deps, source, customerId, id, checked),
    remove: (source, customerId, id) => removePlant(deps, source, customerId, id),
  };
}
