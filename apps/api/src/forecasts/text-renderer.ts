import type { ForecastFile } from '@solano/domain/assets';
import type { ObjectInfo } from '@solano/domain/kernel';
import type { BodyLimit } from '../body/limit.ts';
import { buffered } from '../endpoint/buffered-response.ts';
import { attachment, csvFile, validatorsOf } from '../http/file-response.ts';
import type { HttpResponse } from '../http/response.ts';
import { unlessUnchanged } from '../http/validators.ts';
import type { ForecastSources } from './forecast-sources.ts';
import type { NormalizedOptions } from './forecast-text.ts';
import { membersJson, normalizedCsv, normalizedJson, rowsJson } from './forecast-text.ts';
import { type ZipEntry, zip } from './forecast-zip.ts';
import type { ForecastRenderer, ForecastRequest } from './form-endpoints.ts';
import { invalidPlants } from './invalid-plants.ts';

function whole(content: readonly Buffer[]) {
  return { content, invalid: [] };
}

type TextRequest = ForecastRequest<'json' | 'csv'>;

/** Forecasts as JSON and CSV. */
export class TextRenderer implements ForecastRenderer<'json' | 'csv'> {
  readonly #sources: ForecastSources;
  readonly #responses: BodyLimit;

  constructor(sources: ForecastSources, responses: BodyLimit) {
    this.#sources = sources;
    this.#responses = responses;
  }

  single({ caller, request, format }: TextRequest, info: ObjectInfo): Promise<HttpResponse> {
    const sources = this.#sources;
    const validators = validatorsOf([info], format);
    return unlessUnchanged(request, validators, async (headers) => {
      if (format === 'csv') return csvFile(await sources.cache.open(info), 'forecast.csv', headers);
      const made = { infos: [info], type: 'json', name: `rows ${validators.etag}` };
      const { content } = await sources.body(caller, made, async () => {
        return whole([await rowsJson(sources.of(caller), info)]);
      });
      return buffered({ responses: this.#responses, caller }, content, headers);
    });
  }

  normalized(
    { caller, request, format }: TextRequest,
    files: readonly ForecastFile[],
    options: NormalizedOptions,
  ): Promise<HttpResponse> {
    const sources = this.#sources;
    const infos = files.map(({ info }) => info);
    const names = files.filter(({ name, segment }) => name !== segment).map(({ name }) => name);
    const partial = options.partial ? ' partial' : '';
    const variant = [`${format} ${options.zone.name}${partial}`, ...names].join('\n');
    const validators = validatorsOf(infos, variant);
    return unlessUnchanged(request, validators, async (headers) => {
      const isCsv = format === 'csv';
      const write = isCsv ? normalizedCsv : normalizedJson;
      const type = isCsv ? 'text/csv' : 'json';
      const made = { infos, type, name: `normalized ${validators.etag}` };
      const { content, invalid } = await sources.body(caller, made, () =>
        write(sources.of(caller), files, options),
      );
      const file = isCsv ? attachment('normalized_forecast.csv') : {};
      const all = { ...headers, ...file, ...invalidPlants(invalid) };
      return buffered({ responses: this.#responses, caller }, content, all);
    });
  }

  allTypes(
    { caller, request, format }: TextRequest,
    files: readonly ForecastFile[],
  ): Promise<HttpResponse> {
    const sources = this.#sources;
    const infos = files.map(({ info }) => info);
    const validators = validatorsOf(infos, format);
    return unlessUnchanged(request, validators, async (headers) => {
      if (format === 'csv') return zip(files.map(this.#csvEntry), headers);
      const made = { infos, type: 'json', name: `members ${validators.etag}` };
      const { content } = await sources.body(caller, made, async () => {
        return whole(await membersJson(sources.of(caller), files));
      });
      return buffered({ responses: this.#responses, caller }, content, headers);
    });
  }

  readonly #csvEntry = ({ segment, info }: ForecastFile): ZipEntry => ({
    name: `${segment}_latest.csv`,
    modifiedAt: info.modifiedAt,
    open: () => this.#sources.cache.open(info),
  });
}
