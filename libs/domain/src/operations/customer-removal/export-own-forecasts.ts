import type { PlantStore } from '@solano/domain/assets';
import { LEVELS, type OwnForecastStore, quantileOf } from '@solano/domain/forecasting';
import { megawatts } from '@solano/domain/kernel';

/** Forecasts that are read at once: half a MB. */
const PAGE = 100;
/** After every forecast. */
const LATEST = new Date('9999-12-31T00:00:00Z');

export interface OwnForecastExportDeps {
  readonly plants: Pick<PlantStore, 'list'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'newest'>;
}

/** The service's own forecasts of a customer's plants, each newest first: MW of each hour by quantile. */
export async function* ownForecastsOf(
  { plants, ownForecasts }: OwnForecastExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for await (const { id, name } of plants.list(customerId)) {
    for (let at: Date | undefined = LATEST; at; ) {
      const page = await ownForecasts.newest(customerId, id, at, PAGE);
      for (const forecast of page) {
        const { knownAt, method, weather, start, shares, installedMicroMw } = forecast;
        const hours = shares.length / LEVELS.length;
        const quantiles = LEVELS.map((level) => {
          const mw = (_: unknown, hour: number) => megawatts(quantileOf(forecast, hour, level));
          return [`p${level}`, Array.from({ length: hours }, mw)] as const;
        });
        yield {
          plantId: name,
          knownAt,
          method,
          weatherSource: weather?.source ?? null,
          weatherIssuedAt: weather?.issuedAt ?? null,
          startUtc: new Date(start),
          minutes: 60,
          installedMw: megawatts(installedMicroMw),
          quantiles: Object.fromEntries(quantiles),
        };
      }
      const oldest = page.length < PAGE ? undefined : page.at(-1);
      at = oldest && new Date(oldest.knownAt.getTime() - 1);
    }
  }
}
