import type { Config } from '@solano/config';
import { examineSecrets, type SecretsReport, type WebhookStore } from '@solano/domain/service';
import { openSecretsKey } from '../secrets.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const CHECK = 'signing secrets';
/** Webhooks that are named. */
const MAX_NAMED = 5;

/** Whether there is a key where the service makes none. */
export function examineSecretsKey({ databaseUrl, secretsKey }: Config): Finding[] {
  if (secretsKey !== undefined || databaseUrl === undefined) return [];
  const what = 'webhooks cannot be added, and the audit log is not sealed';
  const advice = 'Set it to 32 random characters or more, the same for every process';
  return [warning('secrets', `SECRETS_KEY is not set: ${what}. ${advice}.`)];
}

/** Whether the keys read the signing secrets of the webhooks. Errors: `store_unavailable`. */
export async function examineSigningSecrets(
  config: Config,
  webhooks: WebhookStore,
): Promise<Finding> {
  const { cipher } = await openSecretsKey(config);
  const report = await examineSecrets({ webhooks, cipher });
  return secretsFinding(report, cipher.prefix !== undefined);
}

export function secretsFinding({ others, unreadable }: SecretsReport, hasKey: boolean): Finding {
  if (unreadable.length > 0) {
    const more = unreadable.length > MAX_NAMED ? ', …' : '';
    const named = `${unreadable.slice(0, MAX_NAMED).join(', ')}${more}`;
    const advice = hasKey
      ? 'add the key that encrypted them to SECRETS_KEY_PREVIOUS'
      : 'set SECRETS_KEY to the key that encrypted them';
    return problem(
      CHECK,
      `Those of ${unreadable.length} webhooks cannot be read, and their messages wait: ${advice}, or have new ones made (rotate-secret). Webhooks: ${named}.`,
    );
  }
  if (others === 0) return ok(CHECK, 'All secrets can be read, and none needs a previous key.');
  const what = `Those of ${others} webhooks are not encrypted with SECRETS_KEY yet`;
  return warning(CHECK, `${what}: a running service does so within ten minutes. Keep other keys.`);
}
