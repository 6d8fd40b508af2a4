import { OWN_FORECAST_FILE } from '@solano/domain/assets';

/** Whether the key of an object among the normalized forecasts of a plant is that of the service’s own. */
export function isOwnFile(key: string): boolean {
  return key.endsWith(`/${OWN_FORECAST_FILE}`);
}
