import { invalidate } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';

export type Strategy = Schemas['StrategyDefinition'];

/** Settings of a model as they were entered; the service checks them. */
export interface NewSetting {
  readonly idmodel: number;
  readonly enabled: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Loads the models with their settings of a version; version 0 has the defaults. */
export interface Settings {
  readonly version: number;
  readonly models: readonly Strategy[];
}

const PATH = '/api/v0/strategies/{user}/settings';

/** Loads the newest settings, or those of a version. */
export function useSettings({ user, retailer }: Desk, version?: number): Query<Settings> {
  return useQuery(`strategies ${JSON.stringify([user, retailer, version])}`, async () => {
    const query = { idretailer: retailer, ...(version !== undefined && { version }) };
    const result = await api.GET(PATH, { params: { path: { user }, query } });
    const models = await dataOf(Promise.resolve(result));
    return { version: Number(result.response.headers.get('X-Settings-Version')), models };
  });
}

/** Stores the settings as a new version. */
export async function saveSettings(
  { user, retailer }: Desk,
  settings: readonly NewSetting[],
): Promise<void> {
  const params = { path: { user }, query: { idretailer: retailer } };
  const body = settings as Schemas['StrategySettings'];
  await dataOf(api.PUT(PATH, { params, body }));
  invalidate('strategies');
}
