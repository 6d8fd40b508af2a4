import type { Plant, PlantDeps } from '@solano/domain';
import { changePlant, createPlant, removePlant, requirePlant } from '@solano/domain';
import { checkAll, checkGiven, PLANT, shown } from '@solano/schemas';
import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '../http/endpoint.ts';
import { jsonBody } from '../http/json-body.ts';
import { pageOf, sendList } from '../http/list.ts';
import { pathText } from '../http/query.ts';
import { customerOf, fieldsOf } from '../http/state.ts';

export interface PlantRoutesDeps extends PlantDeps {
  readonly identify: RequestHandler;
  readonly mostJsonBytes: number;
}

/** `/api/v0/plants/` and `/api/v0/plants/<id>/`. */
export function plantEndpoints(deps: PlantRoutesDeps): Endpoint[] {
  const body = jsonBody(() => deps.mostJsonBytes);
  const common = {
    unauthenticated: 403,
    failure: { detail: 'Internal server error.' },
    identify: deps.identify,
  } as const;

  const list: RequestHandler = async (req, res) => {
    const { id } = customerOf(res);
    const page = pageOf(req);
    if (page) res.set('X-Total-Count', String(await deps.plants.count(id)));
    await sendList(res, deps.plants.list(id, page ?? { offset: 0 }), plantJson);
  };
  const create: RequestHandler = async (_req, res) => {
    const plant = await createPlant(deps, customerOf(res).id, checkAll(PLANT, fieldsOf(res)));
    res.status(201).json(plantJson(plant));
  };
  const get: RequestHandler = async (req, res) => {
    res.json(plantJson(await requirePlant(deps.plants, customerOf(res).id, idOf(req))));
  };
  const change =
    (check: typeof checkAll | typeof checkGiven): RequestHandler =>
    async (req, res) => {
      const checked = check(PLANT, fieldsOf(res));
      res.json(plantJson(await changePlant(deps, customerOf(res).id, idOf(req), checked)));
    };
  const remove: RequestHandler = async (req, res) => {
    await removePlant(deps.plants, customerOf(res).id, idOf(req));
    res.status(204).end();
  };

  return [
    {
      ...common,
      paths: ['/api/v0/plants'],
      methods: { get: [list], post: [body, create] },
    },
    {
      ...common,
      paths: ['/api/v0/plants/:plant'],
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
  return pathText(req, 'plant');
}

function plantJson(plant: Plant): object {
  const { id, createdAt, updatedAt } = plant;
  return { id, ...shown(PLANT, plant), created_at: createdAt, updated_at: updatedAt };
}
