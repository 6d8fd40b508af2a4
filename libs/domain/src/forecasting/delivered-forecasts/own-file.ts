/** The name, among the normalized forecasts of a plant, of the file that the service writes. */
export const OWN_FILE = 'solano.csv';

/** Whether the key of an object is that of the service’s own forecast. */
export function isOwnFile(key: string): boolean {
  return key.endsWith(`/${OWN_FILE}`);
}
