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
    return unlessUnchanged(request, validatorsOf([info], format), async (headers) => {
      if (format === 'csv') return csvFile(await sources.cache.open(info), 'forecast.csv', headers);
      const content = await sources.inTurn(caller, [info], () =>
        rowsJson(sources.of(caller), info),
      );
      return buffered({ responses: this.#responses, caller }, 'json', content, headers);
    });
  }

  normalized(
    { caller, request, format }: TextRequest,
    files: readonly ForecastFile[],
    options: NormalizedOptions,
  ): Promise<HttpResponse> {
    const sources = this.#sources;
    const infos = files.map(({ info }) => info);
    const variant = `${format} ${options.zone.name}${options.partial ? ' partial' : ''}`;
    return unlessUnchanged(request, validatorsOf(infos, variant), async (headers) => {
      const isCsv = format === 'csv';
      const write = isCsv ? normalizedCsv : normalizedJson;
      const { content, invalid } = await sources.inTurn(caller, infos, () =>
        write(sources.of(caller), files, options),
      );
      const file = isCsv ? attachment('normalized_forecast.csv') : {};
      const all = { ...headers, ...file, ...invalidPlants(invalid) };
      const memory = { responses: this.#responses, caller };
      return buffered(memory, isCsv ? 'text/csv' : 'json', content, all);
    });
  }

  allTypes(
    { caller, request, format }: TextRequest,
    files: readonly ForecastFile[],
  ): Promise<HttpResponse> {
    const sources = this.#sources;
    const infos = files.map(({ info }) => info);
    return unlessUnchanged(request, validatorsOf(infos, format), async (headers) => {
      if (format === 'csv') return zip(files.map(this.#csvEntry), headers);
      const content = await sources.inTurn(caller, infos, () =>
        membersJson(sources.of(caller), files),
      );
      return buffered({ responses: this.#responses, caller }, 'json', content, headers);
    });
  }

  readonly #csvEntry = ({ segment, info }: ForecastFile): ZipEntry => ({
    name: `${segment}_latest.csv`,
    modifiedAt: info.modifiedAt,
    open: () => this.#sources.cache.open(info),
  });
}
