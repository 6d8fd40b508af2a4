import type { UnavailabilityDeps, UnavailabilityFields } from '@solano/domain';
import {
  changeUnavailability,
  createUnavailability,
  removeUnavailability,
  requireUnavailability,
} from '@solano/domain';
import { UNAVAILABILITY } from '@solano/schemas';
import type { Request } from 'express';
import { queryText } from '../http/query.ts';
import { UNAVAILABILITIES } from './document.ts';
import type { RecordKind } from './record-endpoints.ts';

/** `/api/v0/unavailabilities/`, of one plant where `plant_id` names it, and one by its id. */
export function unavailabilityRecords(deps: UnavailabilityDeps): RecordKind<UnavailabilityFields> {
  const { unavailabilities: store } = deps;
  const plantOf = (req: Request) => queryText(req, 'plant_id');
  return {
    path: '/api/v0/unavailabilities',
    name: 'unavailability',
    unauthenticated: 401,
    fields: UNAVAILABILITY,
    about: UNAVAILABILITIES,
    list: (customerId, req, page) => store.list(customerId, plantOf(req), page),
    count: (customerId, req) => store.count(customerId, plantOf(req)),
    create: (customerId, checked) => createUnavailability(deps, customerId, checked),
    get: (customerId, id) => requireUnavailability(store, customerId, id),
    change: (customerId, id, checked) => changeUnavailability(deps, customerId, id, checked),
    remove: (customerId, id) => removeUnavailability(store, customerId, id),
  };
}
