import type { Checked, Page, Scope } from '@solano/domain';
import type { FieldTable, Stamps } from '@solano/schemas';
import { recordJson } from '@solano/schemas';
import type { Request, RequestHandler, Response } from 'express';
import type { AuditDeps } from '../http/audit.ts';
import { recordChange } from '../http/audit.ts';
import type { BodyLimit } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { jsonBytes } from '../http/json-body.ts';
import { pathText } from '../http/query.ts';
import { bytesOf, customerOf } from '../http/state.ts';
import type { Read } from '../readers/reader-threads.ts';
import { orderOf } from '../readers/reader-threads.ts';
import type { RecordAbout } from './document.ts';
import { pageOf, sendList } from './list.ts';
import { checkedRecord } from './record-text.ts';

/** A kind of records that a customer keeps: its path, its fields and its use cases. */
export interface RecordKind<F extends object> {
  /** One of them, as the audit log calls it. */
  readonly name: 'plant' | 'unavailability';
  /** Of the list; a record is one segment below. */
  readonly path: string;
  readonly unauthenticated: 401 | 403;
  readonly fields: FieldTable<F>;
  readonly about: RecordAbout;
  list(customerId: string, req: Request, page: Page): AsyncIterable<F & Stamps>;
  count(customerId: string, req: Request): Promise<number>;
  create(customerId: string, checked: Checked<F>): Promise<F & Stamps>;
  get(customerId: string, id: string): Promise<F & Stamps>;
  change(customerId: string, id: string, checked: Checked<Partial<F>>): Promise<F & Stamps>;
  remove(customerId: string, id: string): Promise<void>;
}

export interface RecordEndpointDeps extends AuditDeps {
  readonly identify: RequestHandler;
  readonly read: Read;
  readonly mostJsonBytes: number;
  readonly bodies: BodyLimit;
}

/** List and create; and for one record read, change, replace and delete. */
export function recordEndpoints<F extends object>(
  kind: RecordKind<F>,
  deps: RecordEndpointDeps,
): Endpoint[] {
  const { bodies } = deps;
  const body = jsonBytes({ bytes: () => deps.mostJsonBytes, bodies });
  const json = recordJson(kind.fields);

  const list: RequestHandler = async (req, res) => {
    const { id } = customerOf(res);
    const page = pageOf(req);
    if (page) res.set('X-Total-Count', String(await kind.count(id, req)));
    await sendList(res, kind.list(id, req, page ?? { offset: 0 }), json);
  };
  const read = async (res: Response, isWhole: boolean) => {
    const bytes = bytesOf(res);
    const text = await deps.read(
      'record',
      { bytes, kind: kind.name, isWhole },
      orderOf(res, bytes),
    );
    return checkedRecord<F>(text);
  };
  const create: RequestHandler = async (_req, res) => {
    const checked = await read(res, true);
    const created = await kind.create(customerOf(res).id, checked);
    await recordChange(deps, res, `${kind.name}.create`, created.id);
    res.status(201).json(json(created));
  };
  const get: RequestHandler = async (req, res) => {
    res.json(json(await kind.get(customerOf(res).id, idOf(req))));
  };
  const changeTo = async (req: Request, res: Response, checked: Checked<Partial<F>>) => {
    const changed = await kind.change(customerOf(res).id, idOf(req), checked);
    await recordChange(deps, res, `${kind.name}.change`, changed.id);
    res.json(json(changed));
  };
  const replace: RequestHandler = async (req, res) => changeTo(req, res, await read(res, true));
  const change: RequestHandler = async (req, res) => changeTo(req, res, await read(res, false));
  const remove: RequestHandler = async (req, res) => {
    await kind.remove(customerOf(res).id, idOf(req));
    await recordChange(deps, res, `${kind.name}.delete`, idOf(req));
    res.status(204).end();
  };

  const { path, unauthenticated, about } = kind;
  const failure = { detail: 'Internal server error.' };
  const common = { unauthenticated, failure, identify: deps.identify };
  const reading: Scope[] = ['read', 'plants'];
  const writing: Scope[] = ['plants'];
  return [
    {
      ...common,
      paths: [path],
      methods: {
        get: { scopes: reading, handle: list, about: about.list },
        post: { scopes: writing, before: [body], handle: create, about: about.create },
      },
    },
    {
      ...common,
      paths: [`${path}/:id`],
      methods: {
        get: { scopes: reading, handle: get, about: about.get },
        put: { scopes: writing, before: [body], handle: replace, about: about.replace },
        patch: { scopes: writing, before: [body], handle: change, about: about.change },
        delete: { scopes: writing, handle: remove, about: about.remove },
      },
    },
  ];
}

/** A UUID means the same in upper case. */
function idOf(req: Request): string {
  return pathText(req, 'id').toLowerCase();
}
