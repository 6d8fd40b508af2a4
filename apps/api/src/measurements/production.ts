import type { Plant, PlantStore } from '@solano/domain/assets';
import { recordProduction, type SeriesFilter } from '@solano/domain/energy';
import { ProductionQuery, ProductionValuesQuery } from '@solano/schemas';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { readerRequest } from '../readers/reader-threads.ts';
import { fileEndpoints, OF_CUSTOMER } from '../uploads/file-endpoints.ts';
import { receiveValues } from '../uploads/period-files.ts';
import { PRODUCTION as DOCUMENT } from './document.ts';
import { type MeasurementRoutesDeps, measurementFiles } from './measurement-files.ts';
import { readProductionForm } from './measurement-form.ts';
import { type MeasurementListDeps, respondWithPeriods } from './periods.ts';
import { VALUES } from './values-reader.ts';

/** The production of plants: files, values of programs, lists, uploads. */
export function productionEndpoints(deps: MeasurementRoutesDeps & MeasurementListDeps): Endpoint[] {
  const path = '/api/v0/production';
  const files = fileEndpoints(deps, {
    ...measurementFiles(deps, () => ({ kind: 'production' })),
    name: 'production',
    path,
    parameters: OF_CUSTOMER,
    metadata: DOCUMENT,
    readForm: readProductionForm,
  });
  const values = operation({
    scopes: ['uploads'],
    query: ProductionValuesQuery,
    receive: receiveValues(deps),
    async handle({ caller, query, body: bytes, request }) {
      const input = { bytes, now: deps.clock().getTime(), hasPlant: true };
      const { plant, values } = await deps.read(VALUES, input, readerRequest(caller, bytes));
      const recorded = await recordProduction(deps, {
        source: auditSource({ caller, request }),
        customerId: caller.customer.id,
        plantName: plant,
        values,
        force: query.force,
      });
      return json(recorded, { status: 201 });
    },
    metadata: DOCUMENT.values,
  });
  const list = operation({
    scopes: ['read', 'uploads'],
    query: ProductionQuery,
    async handle({ caller, query }) {
      const { id } = caller.customer;
      const names = new Map<string, string>();
      for await (const plant of plantsOf(deps, id, query.plant_id)) names.set(plant.id, plant.name);
      const filter: SeriesFilter = { kind: 'production', plantIds: [...names.keys()] };
      return respondWithPeriods(deps, id, filter, query, {
        column: 'plant_id',
        nameOf: (series) => (series.kind === 'production' && names.get(series.plantId)) || '',
      });
    },
    metadata: DOCUMENT.list,
  });
  return [...files, endpoint({ paths: [path], methods: { get: list, post: values } })];
}

/** The plants of a customer with one of the names, or all; a single one without the others. */
async function* plantsOf(
  { plants }: { readonly plants: Pick<PlantStore, 'byName' | 'list'> },
  customerId: string,
  names: readonly string[] | undefined,
): AsyncGenerator<Plant> {
  if (names?.length === 1) {
    const plant = await plants.byName(customerId, names[0] as string);
    if (plant) yield plant;
    return;
  }
  for await (const plant of plants.list(customerId, { offset: 0 })) {
    if (names?.includes(plant.name) ?? true) yield plant;
  }
}
