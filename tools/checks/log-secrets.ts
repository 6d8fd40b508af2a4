/** Forms of the service's secrets: API keys, callback tokens, signing secrets, passwords. */
const FORMS = [
  /\bsol_[0-9a-z]+_[0-9A-Za-z]+/,
  /\bcb_\d+_[0-9a-f]{64}/,
  /\bwhsec_[A-Za-z0-9+/=]+/,
  /\bBearer [^"\s]+/i,
  /[a-z][a-z0-9+.-]*:\/\/[^\s/:@"]*:[^\s/@"]+@/i,
];

/** Environment variables that hold secrets. */
const SECRET_VARIABLES = [
  'CALLBACK_SECRET',
  'SECRETS_KEY',
  'TEMPORAL_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
];

/** The secrets of an environment: what is in no form of its own. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  const named = SECRET_VARIABLES.flatMap((name) => environment[name] || []);
  const { DATABASE_URL } = environment;
  const { password } = new URL(DATABASE_URL ?? 'none://');
  return [...named, ...(password === '' ? [] : [decodeURIComponent(password)])];
}

/**
 * @throws Error that shows the first log line with something that looks like a secret, or with one
 *   of the given ones.
 */
export function requireNoSecrets(log: readonly object[], secrets: readonly string[]): void {
  for (const line of log) {
    const text = JSON.stringify(line);
    const found =
      FORMS.some((form) => form.test(text)) || secrets.some((one) => text.includes(one));
    if (found) throw new Error(`a secret is in the log: ${text}`);
  }
}
