import type { ForecastDeps, ObjectInfo } from '@solano/domain';
import {
  ALL_TYPES,
  DEFAULT_TYPE,
  findAllCustom,
  findCustom,
  findLatest,
  findNormalized,
  zoneOf,
} from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import type { BodyLimit } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { sendContent, sendCsv, validatorsOf } from '../http/file-answer.ts';
import { formatOf, queryText, queryTexts, switchOf } from '../http/query.ts';
import { customerOf } from '../http/state.ts';
import { isKnown } from '../http/validators.ts';
import { sendWhole } from '../http/whole-answer.ts';
import type { OperationAbout } from '../openapi/operation.ts';
import { CUSTOM_FORECAST, LATEST_FORECAST, NORMALIZED_FORECAST } from './document.ts';
import { membersJson, normalizedCsv, normalizedJson, rowsJson } from './forecast-text.ts';
import { sendZip } from './forecast-zip.ts';
import { MadeContent } from './made-content.ts';

export interface ForecastRoutesDeps extends ForecastDeps {
  readonly identify: RequestHandler;
  readonly answers: BodyLimit;
}

/** `GET /api/v0/forecasts/latest/`, `normalized/` and `custom/`. */
export function forecastEndpoints(deps: ForecastRoutesDeps): Endpoint[] {
  const made = new MadeContent(deps);

  const latest: RequestHandler = async (req, res) => {
    const format = formatOf(req);
    await sendFile(req, res, await findLatest(deps, customerOf(res)), format);
  };

  const normalized: RequestHandler = async (req, res) => {
    const format = formatOf(req);
    const zone = zoneOf(queryText(req, 'timezone') || 'UTC');
    const partial = switchOf(req, 'partial');
    const files = await findNormalized(deps, customerOf(res), queryTexts(req, 'plant'));
    const infos = files.map(({ info }) => info);
    const variant = `${format} ${zone.name}${partial ? ' partial' : ''}`;
    if (isKnown(req, res, validatorsOf(infos, variant))) return;
    const write = format === 'csv' ? normalizedCsv : normalizedJson;
    const { content, invalid } = await write(made, files, { zone, partial });
    if (invalid.length > 0) res.set('X-Invalid-Plant', headerOf(invalid));
    if (format === 'csv') sendCsv(res, content, 'normalized_forecast.csv', deps.answers);
    else sendWhole(res, 'json', content, deps.answers);
  };

  const custom: RequestHandler = async (req, res) => {
    const format = formatOf(req);
    const type = queryText(req, 'type') || DEFAULT_TYPE;
    if (type !== ALL_TYPES) {
      await sendFile(req, res, await findCustom(deps, customerOf(res), type), format);
      return;
    }
    const files = await findAllCustom(deps, customerOf(res));
    const infos = files.map(({ info }) => info);
    if (isKnown(req, res, validatorsOf(infos, format))) return;
    if (format === 'csv') {
      await sendZip(res, made, files);
    } else {
      const content = await membersJson(made, files);
      sendWhole(res, 'json', content, deps.answers);
    }
  };

  async function sendFile(req: Request, res: Response, info: ObjectInfo, format: string) {
    if (isKnown(req, res, validatorsOf([info], format))) return;
    if (format === 'json') {
      const content = await rowsJson(made, info);
      sendWhole(res, 'json', content, deps.answers);
    } else {
      await sendContent(res, await made.open(info), 'forecast.csv');
    }
  }

  const endpoint = (
    name: string,
    what: string,
    about: OperationAbout,
    handler: RequestHandler,
  ): Endpoint => ({
    paths: [`/api/v0/forecasts/${name}`],
    unauthenticated: 401,
    failure: { error: `Failed to retrieve ${what}.` },
    identify: deps.identify,
    methods: { get: { scopes: ['read'], handle: handler, about } },
  });
  return [
    endpoint('latest', 'forecast', LATEST_FORECAST, latest),
    endpoint('normalized', 'normalized forecast', NORMALIZED_FORECAST, normalized),
    endpoint('custom', 'forecast', CUSTOM_FORECAST, custom),
  ];
}

/** Clients take headers of some kilobytes: the names beyond are not told. */
const MAX_HEADER_LENGTH = 4_096;

/** Names between commas; percent-encoded, as a header holds no other letters than ASCII. */
function headerOf(names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const longer = `${text === '' ? '' : `${text}, `}${encodeURIComponent(name)}`;
    if (longer.length > MAX_HEADER_LENGTH) break;
    text = longer;
  }
  return text;
}
