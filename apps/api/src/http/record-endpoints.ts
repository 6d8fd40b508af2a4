import type { Checked, Page } from '@solano/domain';
import type { FieldTable } from '@solano/schemas';
import { checkAll, checkGiven, shown } from '@solano/schemas';
import type { Request, RequestHandler } from 'express';
import type { Endpoint } from './endpoint.ts';
import { jsonBody } from './json-body.ts';
import { pageOf, sendList } from './list.ts';
import { pathText } from './query.ts';
import { customerOf, fieldsOf } from './state.ts';

/** What every record has besides its fields. */
interface Stamps {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A kind of records that a customer keeps: its path, its fields and its use cases. */
export interface RecordKind<F extends object> {
  /** Of the list; a record is one segment below. */
  readonly path: string;
  readonly unauthenticated: 401 | 403;
  readonly fields: FieldTable<F>;
  list(customerId: string, req: Request, page: Page): AsyncIterable<F & Stamps>;
  count(customerId: string, req: Request): Promise<number>;
  create(customerId: string, checked: Checked<F>): Promise<F & Stamps>;
  get(customerId: string, id: string): Promise<F & Stamps>;
  change(customerId: string, id: string, checked: Checked<Partial<F>>): Promise<F & Stamps>;
  remove(customerId: string, id: string): Promise<void>;
}

/** List and create; and for one record read, change, replace and delete. */
export function recordEndpoints<F extends object>(
  kind: RecordKind<F>,
  { identify, mostJsonBytes }: { identify: RequestHandler; mostJsonBytes: number },
): Endpoint[] {
  const body = jsonBody(() => mostJsonBytes);
  const json = (record: F & Stamps) => ({
    id: record.id,
    ...shown(kind.fields, record),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  });

  const list: RequestHandler = async (req, res) => {
    const { id } = customerOf(res);
    const page = pageOf(req);
    if (page) res.set('X-Total-Count', String(await kind.count(id, req)));
    await sendList(res, kind.list(id, req, page ?? { offset: 0 }), json);
  };
  const create: RequestHandler = async (_req, res) => {
    const checked = checkAll(kind.fields, fieldsOf(res));
    res.status(201).json(json(await kind.create(customerOf(res).id, checked)));
  };
  const get: RequestHandler = async (req, res) => {
    res.json(json(await kind.get(customerOf(res).id, idOf(req))));
  };
  const replace: RequestHandler = async (req, res) => {
    const checked = checkAll(kind.fields, fieldsOf(res));
    res.json(json(await kind.change(customerOf(res).id, idOf(req), checked)));
  };
  const change: RequestHandler = async (req, res) => {
    const checked = checkGiven(kind.fields, fieldsOf(res));
    res.json(json(await kind.change(customerOf(res).id, idOf(req), checked)));
  };
  const remove: RequestHandler = async (req, res) => {
    await kind.remove(customerOf(res).id, idOf(req));
    res.status(204).end();
  };

  const { path, unauthenticated } = kind;
  const failure = { detail: 'Internal server error.' };
  const common = { unauthenticated, failure, identify };
  return [
    { ...common, paths: [path], methods: { get: [list], post: [body, create] } },
    {
      ...common,
      paths: [`${path}/:id`],
      methods: {
        get: [get],
        put: [body, replace],
        patch: [body, change],
        delete: [remove],
      },
    },
  ];
}

/** A UUID means the same in upper case. */
function idOf(req: Request): string {
  return pathText(req, 'id').toLowerCase();
}
