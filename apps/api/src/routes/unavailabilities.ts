import type { Unavailability, UnavailabilityDeps } from '@solano/domain';
import {
  changeUnavailability,
  createUnavailability,
  removeUnavailability,
  requireUnavailability,
} from '@solano/domain';
import { checkAll, checkGiven, shown, UNAVAILABILITY } from '@solano/schemas';
import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoint.ts';
import { jsonBody } from '../http/json-body.ts';
import { pageOf, sendList } from '../http/list.ts';
import { pathText, queryText } from '../http/query.ts';
import { customerOf, fieldsOf } from '../http/state.ts';

export interface UnavailabilityRoutesDeps extends UnavailabilityDeps {
  readonly identify: RequestHandler;
  readonly mostJsonBytes: number;
}

/** `/api/v0/unavailabilities/` and `/api/v0/unavailabilities/<id>/`. */
export function unavailabilityEndpoints(deps: UnavailabilityRoutesDeps): Endpoint[] {
  const store = deps.unavailabilities;
  const body = jsonBody(() => deps.mostJsonBytes);
  const common = {
    unauthenticated: 401,
    failure: { detail: 'Internal server error.' },
    identify: deps.identify,
  } as const;

  const list: RequestHandler = async (req, res) => {
    const { id } = customerOf(res);
    const plantName = queryText(req, 'plant_id');
    const page = pageOf(req);
    if (page) res.set('X-Total-Count', String(await store.count(id, plantName)));
    await sendList(res, store.list(id, plantName, page ?? { offset: 0 }), unavailabilityJson);
  };
  const create: RequestHandler = async (_req, res) => {
    const checked = checkAll(UNAVAILABILITY, fieldsOf(res));
    const record = await createUnavailability(deps, customerOf(res).id, checked);
    res.status(201).json(unavailabilityJson(record));
  };
  const get: RequestHandler = async (req, res) => {
    const record = await requireUnavailability(store, customerOf(res).id, idOf(req));
    res.json(unavailabilityJson(record));
  };
  const change =
    (check: typeof checkAll | typeof checkGiven): RequestHandler =>
    async (req, res) => {
      const checked = check(UNAVAILABILITY, fieldsOf(res));
      const record = await changeUnavailability(deps, customerOf(res).id, idOf(req), checked);
      res.json(unavailabilityJson(record));
    };
  const remove: RequestHandler = async (req, res) => {
    await removeUnavailability(store, customerOf(res).id, idOf(req));
    res.status(204).end();
  };

  return [
    {
      ...common,
      paths: ['/api/v0/unavailabilities'],
      methods: { get: [list], post: [body, create] },
    },
    {
      ...common,
      paths: ['/api/v0/unavailabilities/:unavailability'],
      methods: {
        get: [get],
        put: [body, change(checkAll)],
        patch: [body, change(checkGiven)],
        delete: [remove],
      },
    },
  ];
}

function idOf(req: Request): string {
  return pathText(req, 'unavailability');
}

function unavailabilityJson(record: Unavailability): object {
  const { id, createdAt, updatedAt } = record;
  return { id, ...shown(UNAVAILABILITY, record), created_at: createdAt, updated_at: updatedAt };
}
