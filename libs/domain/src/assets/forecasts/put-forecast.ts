import {
  type Clock,
  CustomerFolders,
  type Digest,
  dayFolder,
  encodeSegment,
  invalidRequest,
  type ObjectStore,
  SolanoError,
} from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { ALL_TYPES } from './forecasts.ts';

/** The key of a forecast file. */
export type ForecastLocation =
  | { readonly form: 'latest' }
  | { readonly form: 'normalized'; readonly plant: string }
  | { readonly form: 'custom'; readonly type: string };

/** The name, among the normalized forecasts of a plant, of the file that the service writes. */
export const OWN_FORECAST_FILE = 'solano.csv';

/** Whether the key of an object among the normalized forecasts of a plant is that of the service’s own. */
export function isOwnForecastFile(key: string): boolean {
  return key.endsWith(`/${OWN_FORECAST_FILE}`);
}

/** A forecast file of a customer. */
export interface DeliveredForecastFile {
  readonly customer: Customer;
  readonly location: ForecastLocation;
  /** Without folders. */
  readonly fileName: string;
  readonly content: Uint8Array;
  /**
   * Called with the key before the file is stored, to write down who stores it: an object store and
   * the audit log share no commit, and nothing is to be stored without an entry.
   */
  readonly beforePut?: (key: string) => Promise<void>;
}

export interface PutForecastDeps {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly clock: Clock;
  readonly digest: Digest;
}

/**
 * Stores a forecast file for a customer; those by day go into today's folder (UTC). A file of the
 * same name there is replaced. Returns the key. Errors: `customer_unnamed`, `invalid_request` for
 * a name that is no CSV file's or that of the service's own forecasts, and the type `all`, `objects_unavailable`.
 */
export async function putForecast(
  deps: PutForecastDeps,
  { customer, location, fileName, content, beforePut }: DeliveredForecastFile,
): Promise<string> {
  if (customer.folder === null) {
    throw new SolanoError('customer_unnamed', 'Customer name not available.');
  }
  if (!fileName.toLowerCase().endsWith('.csv')) {
    throw invalidRequest(`The name ${fileName} does not end in .csv.`);
  }
  if (location.form === 'normalized' && fileName === OWN_FORECAST_FILE) {
    throw invalidRequest(`The name ${fileName} is that of the service’s own forecasts.`);
  }
  if (location.form === 'custom' && location.type === ALL_TYPES) {
    throw invalidRequest(`The type "${ALL_TYPES}" stands for all types.`);
  }
  const folders = new CustomerFolders(customer.folder, deps.digest);
  const name = encodeSegment(fileName, deps.digest);
  const key = `${folderOf(folders, location, deps.clock())}${name}`;
  await beforePut?.(key);
  await deps.objects.put(key, content, 'text/csv');
  return key;
}

function folderOf(folders: CustomerFolders, location: ForecastLocation, now: Date): string {
  if (location.form === 'normalized') return folders.normalized(location.plant);
  const days = location.form === 'latest' ? folders.latest() : folders.custom(location.type);
  return `${days}${dayFolder(now)}`;
}
