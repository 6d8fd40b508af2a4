import {
  batchesOfRows,
  type Checked,
  FieldProblems,
  type Page,
  type Rows,
} from '@solano/domain/kernel';
import type { AuditSource, Caller, Scope } from '@solano/domain/service';
import type { CursorList, FieldTable, PlantsQuery, Timestamps } from '@solano/schemas';
import { publicNameOf, RecordPath, recordJson } from '@solano/schemas';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';
import { MAX_SHEET_ROWS } from '@solano/spreadsheet/formats';
import type { z } from 'zod';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, type Input, operation } from '../endpoint/endpoint.ts';
import { type HttpResponse, json, NO_CONTENT } from '../http/response.ts';
import { spreadsheet } from '../http/spreadsheet-response.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { list, pageHeaders, requestedPage, type Total } from './list.ts';
import type { RecordMetadata } from './record-metadata.ts';
import { checkedRecord, type readRecordText } from './record-text.ts';

export const RECORD: Reader<typeof readRecordText> = {
  script: new URL('./record-text.ts', import.meta.url),
  name: 'readRecordText',
};

/** Lists have at least the parameters of page and format. */
type ListQuery = z.ZodObject & z.ZodType<z.output<typeof PlantsQuery>>;

/** A list of records as a spreadsheet. */
export interface RecordSheet<T> {
  /** Name of the file, without its extension, and of the sheet. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Begins a sheet of the customer's records. */
  readonly cells: (customerId: string) => SheetCells<T>;
}

/** Returns a function that turns each of some records into cells. */
type SheetCells<T> = (records: readonly T[]) => Promise<(record: T) => readonly CellValue[]>;

/** A kind of records of a customer: its path, its fields and its use cases. */
export interface RecordKind<F extends object, Q extends ListQuery> {
  /** The name of one record in the audit log. */
  readonly name: 'plant' | 'unavailability';
  readonly cursors: CursorList;
  /** The path of the list; a record is one segment below. */
  readonly path: string;
  readonly unauthenticated: 401 | 403;
  readonly fields: FieldTable<F>;
  readonly query: Q;
  readonly metadata: RecordMetadata;
  /** Loads what makes a workbook of a list. */
  readonly openSheet: () => Promise<RecordSheet<F & Timestamps & { readonly customerId: string }>>;
  list(
    customerId: string,
    query: z.output<Q>,
    page: Page,
  ): Rows<F & Timestamps & { readonly customerId: string }>;
  /** @param max how far rows are counted at least. */
  total(customerId: string, query: z.output<Q>, max: number): Promise<Total>;
  create(source: AuditSource, customerId: string, checked: Checked<F>): Promise<F & Timestamps>;
  get(customerId: string, id: string): Promise<F & Timestamps>;
  change(
    source: AuditSource,
    customerId: string,
    id: string,
    checked: Checked<Partial<F>>,
  ): Promise<F & Timestamps>;
  remove(source: AuditSource, customerId: string, id: string): Promise<void>;
}

export interface RecordEndpointDeps {
  readonly read: Read;
  readonly maxJsonBytes: number;
  readonly bodies: BodyLimit;
}

const READING: Scope[] = ['read', 'plants'];
const WRITING: Scope[] = ['plants'];

/** Rows that overlap a window are counted so far for a page. */
const MAX_COUNTED = 10_000;

/** Errors: `invalid_fields` if a sheet has no room for so many rows. */
async function requireSheetRoom(
  { limit = Infinity, ...part }: Page,
  count: (max: number) => Promise<Total>,
  list: (page: Page) => Rows<unknown>,
): Promise<void> {
  const max = MAX_SHEET_ROWS - 1;
  if (limit <= max) return;
  const total = await count(max + part.offset);
  if ('count' in total && total.count - part.offset <= max) return;
  const rest = { ...part, offset: part.offset + max, limit: 1 };
  // Of a list that is too long, what is behind a cursor may fit.
  if (part.after && (await isEmpty(list(rest)))) return;
  new FieldProblems().add('limit', `A spreadsheet has ${max} rows at most.`).reject();
}

async function isEmpty(rows: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _row of rows) return false;
  return true;
}

/** Records of a sheet for which is read at once what their cells need. */
const SHEET_RECORDS = 1_000;

async function* sheetRows<T>(
  records: AsyncIterable<T>,
  cells: SheetCells<T>,
): AsyncGenerator<readonly CellValue[]> {
  for await (const some of batchesOfRows(records, SHEET_RECORDS)) {
    const toCells = await cells(some);
    for (const each of some) yield toCells(each);
  }
}

/** Responds with a list as JSON or as a workbook; with the headers of a page if one is requested. */
async function listRecords<F extends object, Q extends ListQuery>(
  kind: RecordKind<F, Q>,
  toJson: ReturnType<typeof recordJson<F>>,
  { caller, query, request }: Input<Caller, unknown, z.output<Q>, unknown>,
): Promise<HttpResponse> {
  const { format, ...part } = query as z.output<typeof PlantsQuery>;
  const { id } = caller.customer;
  const page = requestedPage(part);
  const listed = (each: Page) => kind.list(id, query, each);
  if (format === 'xlsx') {
    await requireSheetRoom(page, (max) => kind.total(id, query, max), listed);
  }
  const rows = listed(page);
  const total = () => kind.total(id, query, MAX_COUNTED);
  const headers = await pageHeaders(kind.cursors, request, part, rows, total);
  if (format === 'json') return list(rows, toJson, headers);
  const { name, columns, cells } = await kind.openSheet();
  const sheet = { name, columns, rows: sheetRows(rows, cells(id)) };
  return spreadsheet(`${name}.xlsx`, sheet, { headers });
}

/** Returns the endpoints to list and create records, and to read, change, replace and delete one. */
export function recordEndpoints<F extends object, Q extends ListQuery>(
  kind: RecordKind<F, Q>,
  deps: RecordEndpointDeps,
): Endpoint[] {
  const shared = {
    unauthenticated: kind.unauthenticated,
    fieldName: (field: string) => publicNameOf(kind.fields, field),
  };
  const body = {
    receive: jsonBytes({ maxBytes: () => deps.maxJsonBytes, bodies: deps.bodies }),
    async read(caller: Caller, bytes: Buffer, isWhole: boolean) {
      const input = { bytes, kind: kind.name, isWhole };
      return checkedRecord<F>(await deps.read(RECORD, input, readerRequest(caller, bytes)));
    },
  };
  return [
    endpoint({ ...shared, paths: [kind.path], methods: listMethods(kind, body) }),
    endpoint({ ...shared, paths: [`${kind.path}/:id`], methods: recordMethods(kind, body) }),
  ];
}

/** Receives the body of a record, and checks it: as a whole record or as a change of one. */
interface RecordBody<F> {
  readonly receive: ReturnType<typeof jsonBytes<Caller>>;
  readonly read: (caller: Caller, bytes: Buffer, isWhole: boolean) => Promise<Checked<F>>;
}

function listMethods<F extends object, Q extends ListQuery>(
  kind: RecordKind<F, Q>,
  { receive, read }: RecordBody<F>,
) {
  const toJson = recordJson(kind.fields);
  const get = operation({
    scopes: READING,
    query: kind.query,
    badQuery: 'fields',
    isShared: true,
    handle: (input) => listRecords(kind, toJson, input),
    metadata: kind.metadata.list,
  });
  const post = operation({
    scopes: WRITING,
    receive,
    async handle(input) {
      const { caller, body } = input;
      const checked = await read(caller, body, true);
      const created = await kind.create(auditSource(input), caller.customer.id, checked);
      return json(toJson(created), { status: 201 });
    },
    metadata: kind.metadata.create,
  });
  return { get, post };
}

function recordMethods<F extends object, Q extends ListQuery>(
  kind: RecordKind<F, Q>,
  { receive, read }: RecordBody<F>,
) {
  const { metadata } = kind;
  const toJson = recordJson(kind.fields);
  const get = operation({
    scopes: READING,
    params: RecordPath,
    handle: async ({ caller, params }) =>
      json(toJson(await kind.get(caller.customer.id, params.id))),
    metadata: metadata.get,
  });
  const write = (isWhole: boolean) =>
    operation({
      scopes: WRITING,
      params: RecordPath,
      receive,
      async handle(input) {
        const { caller, params, body } = input;
        const checked = await read(caller, body, isWhole);
        const { id } = caller.customer;
        return json(toJson(await kind.change(auditSource(input), id, params.id, checked)));
      },
      metadata: isWhole ? metadata.replace : metadata.change,
    });
  const remove = operation({
    scopes: WRITING,
    params: RecordPath,
    async handle(input) {
      const { caller, params } = input;
      await kind.remove(auditSource(input), caller.customer.id, params.id);
      return NO_CONTENT;
    },
    metadata: metadata.remove,
  });
  return { get, put: write(true), patch: write(false), delete: remove };
}
