import { type ConsumptionSeries, recordConsumption } from '@solano/domain/energy';
import { ConsumptionQuery, GroupQuery, PortfolioPath } from '@solano/schemas';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { readerRequest } from '../readers/reader-threads.ts';
import { fileEndpoints } from '../uploads/file-endpoints.ts';
import { OF_PORTFOLIO, ofPortfolio, receiveValues } from '../uploads/period-files.ts';
import { CONSUMPTION as DOCUMENT } from './document.ts';
import { type MeasurementRoutesDeps, measurementFiles } from './measurement-files.ts';
import { readConsumptionForm } from './measurement-form.ts';
import { type MeasurementListDeps, respondWithPeriods } from './periods.ts';
import { VALUES } from './values-reader.ts';

const targetOf = ofPortfolio('consumption');

/** The consumption of portfolios: files, values of programs, lists, uploads. */
export function consumptionEndpoints(
  deps: MeasurementRoutesDeps & MeasurementListDeps,
): Endpoint[] {
  const path = '/api/v0/user/:user/consumption';
  const files = fileEndpoints(deps, {
    ...measurementFiles(deps, targetOf),
    name: 'consumption',
    path,
    parameters: { ...OF_PORTFOLIO, fileQuery: GroupQuery },
    metadata: DOCUMENT,
    readForm: (form, { group = '' }) => readConsumptionForm(form, group),
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
      const series: ConsumptionSeries = { ...targetOf(input), group: query.group };
      const [source, customerId] = [auditSource(input), caller.customer.id];
      const recorded = await recordConsumption(deps, { source, customerId, series, values });
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
      const filter = { ...targetOf(input), group: query.group };
      return respondWithPeriods(deps, caller.customer.id, filter, query, {
        column: 'group',
        nameOf: (series) => (series.kind === 'consumption' ? series.group : ''),
      });
    },
    metadata: DOCUMENT.list,
  });
  return [...files, endpoint({ paths: [path], methods: { get: list, post: values } })];
}
