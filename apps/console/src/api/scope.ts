/** The scope that a key needs to change what is below a path; the first that fits holds. */
const WRITING: readonly (readonly [path: RegExp, scope: string])[] = [
  [/^customers\b/, 'operator'],
  [/\/trades\b/, 'purchases'],
  [/\/(files|uploads|upload)\b/, 'uploads'],
  [/^(plants|unavailabilities)\b/, 'plants'],
  [/^(outages|production|telemetry)\b/, 'uploads'],
  [/^(keys|webhooks)\b/, ''],
];

const READING: readonly (readonly [path: RegExp, scope: string])[] = [
  [/^(prices|markets)\b/, 'prices'],
  [/^(service|customers)\b/, 'operator'],
  [/^(keys|webhooks|audit)\b/, ''],
  [/^/, 'read'],
];

/** Returns the name of the scope that a request needs. */
export function scopeOf({ method, url }: Request): string {
  const path = url.replace(/^.*\/api\/v0\//, '');
  const table = method === 'GET' ? READING : WRITING;
  const found = table.find(([pattern]) => pattern.test(path));
  // Keys, webhooks and the audit log have scopes of their own names.
  return found ? found[1] || (/^\w+/.exec(path)?.[0] ?? '') : 'purchases';
}
