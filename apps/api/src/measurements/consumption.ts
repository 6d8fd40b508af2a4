import { type ConsumptionSeries, recordConsumption } from '@solano/domain/energy';
import type { Caller } from '@solano/domain/service';
import {
  ConsumptionQuery,
  ConsumptionUploadPath,
  GroupQuery,
  PortfolioPath,
  PortfolioQuery,
  PortfolioUploadsQuery,
} from '@solano/schemas';
import { receiveForm } from '../body/upload-form.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { readerRequest } from '../readers/reader-threads.ts';
import {
  fileQueue,
  receiveValues,
  respondToRemoval,
  respondWithFile,
  respondWithUploads,
} from '../uploads/file-uploads.ts';
import { CONSUMPTION as DOCUMENT } from './document.ts';
import { readConsumptionForm } from './measurement-form.ts';
import { type MeasurementListDeps, respondWithPeriods } from './periods.ts';
import { type MeasurementRoutesDeps, respondToFile } from './uploads.ts';
import { VALUES } from './values-reader.ts';

interface PortfolioRequest {
  readonly params: { readonly user: string };
  readonly query: { readonly retailer_id: string };
}

function portfolioOf({ params, query }: PortfolioRequest) {
  return { kind: 'consumption', user: params.user, retailer: query.retailer_id } as const;
}

/** The consumption of portfolios: files, values of programs, lists, uploads. */
export function consumptionEndpoints(
  deps: MeasurementRoutesDeps & MeasurementListDeps,
): Endpoint[] {
  const queue = fileQueue();
  const files = operation({
    scopes: ['uploads'],
    params: PortfolioPath,
    query: GroupQuery,
    receive: (req, res, caller: Caller) => receiveForm(deps.seriesBodies, req, res, caller),
    handle(input) {
      const file = readConsumptionForm(input.body, input.query.group);
      return respondToFile(deps, queue, input, portfolioOf(input), file);
    },
    metadata: DOCUMENT.files,
  });
  const values = operation({
    scopes: ['uploads'],
    params: PortfolioPath,
    query: GroupQuery,
    receive: receiveValues(deps),
    async handle(input) {
      const { caller, query, body: bytes } = input;
      const read = { bytes, now: deps.clock().getTime(), hasPlant: false };
      const { values } = await deps.read(VALUES, read, readerRequest(caller, bytes));
      const series: ConsumptionSeries = { ...portfolioOf(input), group: query.group };
      const { id } = caller.customer;
      const recorded = await recordConsumption(deps, auditSource(input), id, series, values);
      return json(recorded, { status: 201 });
    },
    metadata: DOCUMENT.values,
  });
  const list = operation({
    scopes: ['read', 'uploads'],
    params: PortfolioPath,
    query: ConsumptionQuery,
    handle(input) {
      const { caller, query } = input;
      const filter = { ...portfolioOf(input), group: query.group };
      return respondWithPeriods(deps, caller.customer.id, filter, query, {
        column: 'group',
        nameOf: (series) => (series.kind === 'consumption' ? series.group : ''),
      });
    },
    metadata: DOCUMENT.list,
  });
  const uploads = operation({
    scopes: ['read', 'uploads'],
    params: PortfolioPath,
    query: PortfolioUploadsQuery,
    handle: (input) => respondWithUploads(deps, input, portfolioOf(input), input.query),
    metadata: DOCUMENT.uploads,
  });
  const file = operation({
    scopes: ['read', 'uploads'],
    params: ConsumptionUploadPath,
    query: PortfolioQuery,
    handle: (input) => respondWithFile(deps, input, portfolioOf(input), input.params.id),
    metadata: DOCUMENT.file,
  });
  const removal = operation({
    scopes: ['uploads'],
    params: ConsumptionUploadPath,
    query: PortfolioQuery,
    handle: (input) => respondToRemoval(deps, input, portfolioOf(input), input.params.id),
    metadata: DOCUMENT.removal,
  });

  const path = '/api/v0/user/:user/consumption';
  return [
    endpoint({ paths: [`${path}/files`], methods: { post: files } }),
    endpoint({ paths: [`${path}/uploads`], methods: { get: uploads } }),
    endpoint({ paths: [`${path}/uploads/:id/file`], methods: { get: file } }),
    endpoint({ paths: [`${path}/uploads/:id`], methods: { delete: removal } }),
    endpoint({ paths: [path], methods: { get: list, post: values } }),
  ];
}
