import {
  changePlant,
  createPlant,
  type PlantDeps,
  type PlantFields,
  removePlant,
  requirePlant,
} from '@solano/domain/assets';
import type { WithdrawForecastDeps } from '@solano/domain/forecasting';
import { PLANT, PlantsQuery } from '@solano/schemas';
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts';
import type { RecordEndpointDeps, RecordKind } from '../records/record-endpoints.ts';
import { recordEndpoints } from '../records/record-endpoints.ts';
import { PLANTS } from './document.ts';
import { type PlantImportRoutesDeps, plantImportEndpoint } from './import.ts';

type PlantRoutesDeps = PlantDeps & WithdrawForecastDeps;

/** Words that stand behind a plant's id, and are none. */
const WORDS = ['score'];

/** `/api/v0/plants/`, `/api/v0/plants/import` and `/api/v0/plants/<id>/`. */
export function plantEndpoints(
  deps: PlantRoutesDeps & PlantImportRoutesDeps & RecordEndpointDeps,
): Endpoint[] {
  const words = WORDS.map((word) =>
    endpoint({ paths: [`/api/v0/plants/${word}`], unauthenticated: 403, methods: {} }),
  );
  return [plantImportEndpoint(deps), ...words, ...recordEndpoints(plantRecords(deps), deps)];
}

function plantRecords(deps: PlantRoutesDeps): RecordKind<PlantFields, typeof PlantsQuery> {
  const { plants } = deps;
  const withdraw = async (customerId: string, id: string) => {
    const { withdrawForecast } = await import('@solano/domain/forecasting/jobs');
    await withdrawForecast(deps, customerId, id);
  };
  return {
    path: '/api/v0/plants',
    name: 'plant',
    cursors: 'plants',
    unauthenticated: 403,
    fields: PLANT,
    query: PlantsQuery,
    metadata: PLANTS,
    openSheet: async () => (await import('./plant-sheet.ts')).PLANT_SHEET,
    list: (customerId, _query, page) => plants.list(customerId, page),
    total: async (customerId) => ({ count: await plants.count(customerId) }),
    create: (source, customerId, checked) => createPlant(deps, source, customerId, checked),
    get: (customerId, id) => requirePlant(plants, customerId, id),
    async change(source, customerId, id, checked) {
      if (checked.fields?.name !== undefined) {
        const { name } = await requirePlant(plants, customerId, id);
        if (checked.fields.name !== name) await withdraw(customerId, id);
      }
      return changePlant(deps, source, customerId, id, checked);
    },
    async remove(source, customerId, id) {
      await withdraw(customerId, id);
      await removePlant(deps, source, customerId, id);
    },
  };
}
