import {
  changeUnavailability,
  createUnavailability,
  removeUnavailability,
  requireUnavailability,
  type UnavailabilityDeps,
  type UnavailabilityFields,
} from '@solano/domain/assets';
import { UNAVAILABILITY, UnavailabilitiesQuery } from '@solano/schemas';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { RecordEndpointDeps, RecordKind } from '../records/record-endpoints.ts';
import { recordEndpoints } from '../records/record-endpoints.ts';
import { UNAVAILABILITIES } from './document.ts';

/** Endpoints at `/api/v0/unavailabilities/`, of one plant if `plant_id` names it, and one by its id. */
export function unavailabilityEndpoints(deps: UnavailabilityDeps & RecordEndpointDeps): Endpoint[] {
  return recordEndpoints(unavailabilityRecords(deps), deps);
}

function unavailabilityRecords(
  deps: UnavailabilityDeps,
): RecordKind<UnavailabilityFields, typeof UnavailabilitiesQuery> {
  const { unavailabilities: store } = deps;
  return {
    path: '/api/v0/unavailabilities',
    name: 'unavailability',
    cursors: 'unavailabilities',
    unauthenticated: 401,
    fields: UNAVAILABILITY,
    query: UnavailabilitiesQuery,
    metadata: UNAVAILABILITIES,
    async openSheet() {
      const { unavailabilitySheet } = await import('./unavailability-sheet.ts');
      return unavailabilitySheet(deps.plants);
    },
    list: (customerId, { plant_id: plant, from, to }, page) =>
      store.list(customerId, plant, page, { from, to }),
    async total(customerId, { plant_id: plant, from, to }, max) {
      const count = await store.count(customerId, plant, { from, to }, max);
      const isWindow = from !== undefined || to !== undefined;
      return isWindow && count > max ? { atLeast: max } : { count };
    },
    create: (source, customerId, checked) =>
      createUnavailability(deps, source, customerId, checked),
    get: (customerId, id) => requireUnavailability(store, customerId, id),
    change: (source, customerId, id, checked) =>
      changeUnavailability(deps, source, customerId, id, checked),
    remove: (source, customerId, id) => removeUnavailability(deps, source, customerId, id),
  };
}
