import { setImmediate } from 'node:timers/promises';
import { Semaphore } from '@solano/async';
import { REPORT_LANGUAGES, type ReportLanguage } from '@solano/domain/desk';
import type { MonthReport, ReportDeps } from '@solano/domain/desk/report';
import { CachedSpreads } from '@solano/domain/market';
import { PortfolioPath, ReportQuery, reportJson } from '@solano/schemas';
import type { Sheet } from '@solano/spreadsheet';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { attachment } from '../http/file-response.ts';
import type { RequestMetadata } from '../http/request.ts';
import { content, type Headers, type HttpResponse, json } from '../http/response.ts';
import { spreadsheet } from '../http/spreadsheet-response.ts';
import { GET_REPORT } from './document.ts';

/** Reports that are computed at a time: the pieces of many would keep other requests from their turn. */
const CONCURRENCY = 1;

/** `GET /api/v0/user/<user>/report`. */
export function reportEndpoint(deps: ReportDeps): Endpoint {
  const spreads = new CachedSpreads();
  const semaphore = new Semaphore(CONCURRENCY);
  const get = operation({
    scopes: ['read', 'purchases'],
    params: PortfolioPath,
    query: ReportQuery,
    async handle({ caller, params: { user }, query, request }) {
      const portfolio = { user, retailer: query.retailer_id };
      const { month, format } = query;
      const { id: customerId } = caller.customer;
      // Loaded on demand: few requests need it.
      const { readReport } = await import('@solano/domain/desk/report');
      const report = await semaphore.run(() =>
        readReport({ ...deps, spreads, pause: setImmediate }, { customerId, portfolio, month }),
      );
      if (format === 'json') return json(reportJson(report));
      const { language, headers } = languageOf(query.lang, request);
      return format === 'xlsx'
        ? workbook(report, language, headers)
        : page(report, language, headers);
    },
    metadata: GET_REPORT,
  });

  return endpoint({ paths: ['/api/v0/user/:user/report'], methods: { get } });
}

function languageOf(
  requested: ReportLanguage | undefined,
  { language }: RequestMetadata,
): { readonly language: ReportLanguage; readonly headers: Headers } {
  if (requested !== undefined) return { language: requested, headers: {} };
  return { language: language(REPORT_LANGUAGES) ?? 'en', headers: { Vary: 'Accept-Language' } };
}

/** A file that came from here runs nothing, even where a browser opens it at the service’s address. */
async function page(
  report: MonthReport,
  language: ReportLanguage,
  more: Headers,
): Promise<HttpResponse> {
  const { PAGE_POLICY, reportPage } = await import('@solano/report');
  const headers = {
    ...more,
    ...attachment(`report-${report.month}.html`),
    'Content-Security-Policy': `${PAGE_POLICY}; sandbox`,
    'Content-Language': language,
  };
  return content('text/html; charset=utf-8', reportPage(report, language), { headers });
}

async function workbook(
  report: MonthReport,
  language: ReportLanguage,
  more: Headers,
): Promise<HttpResponse> {
  const { reportSheets } = await import('@solano/report');
  const [first, ...others] = reportSheets(report, language) as [Sheet, ...Sheet[]];
  const headers = { ...more, 'Content-Language': language };
  return spreadsheet(`report-${report.month}.xlsx`, first, { headers, more: others });
}
