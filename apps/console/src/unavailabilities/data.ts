import { invalidate } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { addDays, dayOf, MADRID, startOfDay } from '../time/zone.ts';

export type Outage = Schemas['Unavailability'];
export type OutageBody = Schemas['UnavailabilityBody'];

const PATH = '/api/v0/unavailabilities/{id}/';

interface OutageFilter {
  /** Name of the plant; undefined: all plants. */
  readonly plantName?: string | undefined;
  /** The outages overlap the time between these instants. */
  readonly window?: { readonly from: number; readonly to: number };
}

/** Loads the outages of a filter; undefined requests none. */
export function useOutages(filter: OutageFilter | undefined): Query<Outage[]> {
  const { plantName, window } = filter ?? {};
  const query = {
    ...(plantName !== undefined && { plant_id: plantName }),
    ...(window && {
      from: new Date(window.from).toISOString(),
      to: new Date(window.to).toISOString(),
    }),
  };
  return useQuery(filter && `outages ${JSON.stringify(query)}`, () =>
    dataOf(api.GET('/api/v0/unavailabilities/', { params: { query } })),
  );
}

/** Whether an outage overlaps the time between two instants; one that only touches it does not. */
export function overlaps(outage: Outage, from: number, to: number): boolean {
  return Date.parse(outage.start_time_utc) < to && Date.parse(outage.end_time_utc) > from;
}

/** Returns the outages that have begun and are not over. */
export function runningAt(outages: readonly Outage[], now: number): Outage[] {
  return outages.filter(
    ({ start_time_utc: start, end_time_utc: end }) =>
      Date.parse(start) <= now && now < Date.parse(end),
  );
}

/** Loads the outages of today in Madrid, which tell whether a plant is reduced now. */
export function useTodaysOutages(): Query<Outage[]> {
  const today = dayOf(Date.now(), MADRID);
  const window = { from: startOfDay(today, MADRID), to: startOfDay(addDays(today, 1), MADRID) };
  return useOutages({ window });
}

export async function addOutage(body: OutageBody): Promise<Outage> {
  const added = await postOutage(body);
  reloadOutages();
  return added;
}

export async function changeOutage(id: string, body: Partial<OutageBody>): Promise<Outage> {
  const changed = await patchOutage(id, body);
  reloadOutages();
  return changed;
}

export async function deleteOutage(id: string): Promise<void> {
  await removeOutage(id);
  reloadOutages();
}

/** Like {@link addOutage}, for many: the lists are reloaded afterwards, once. */
export function postOutage(body: OutageBody): Promise<Outage> {
  return dataOf(api.POST('/api/v0/unavailabilities/', { body }));
}

/** Like {@link changeOutage}, for many. */
export function patchOutage(id: string, body: Partial<OutageBody>): Promise<Outage> {
  return dataOf(api.PATCH(PATH, { params: { path: { id } }, body }));
}

/** Like {@link deleteOutage}, for many. */
export async function removeOutage(id: string): Promise<void> {
  await dataOf(api.DELETE(PATH, { params: { path: { id } } }));
}

export function reloadOutages(): void {
  invalidate('outages');
}

/** The fields that a new outage may copy from another. */
export function bodyOf(outage: Outage): OutageBody {
  const { id: _id, created_at: _created, updated_at: _updated, ...body } = outage;
  return body;
}

/** Divides an outage in two; the second part is a new record. */
export async function splitOutage(outage: Outage, at: number): Promise<void> {
  const middle = new Date(at).toISOString();
  await addOutage({ ...bodyOf(outage), start_time_utc: middle });
  await changeOutage(outage.id, { end_time_utc: middle });
}
