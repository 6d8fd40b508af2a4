import { join } from 'node:path';
import type { Config } from '@solano/config';
import { AesSecretCipher, FileSecret, HmacCallbackTokens, NodeSecrets } from '@solano/crypto';
import type { CallbackTokens, SecretCipher } from '@solano/domain';

/** Call-back tokens, signed with the configured secret, else with one made once in the data folder. */
export async function openCallbackTokens(config: Config): Promise<CallbackTokens> {
  const secret = config.callbackSecret ?? (await madeOnce(config, 'callback.secret'));
  return new HmacCallbackTokens(secret, config.previousCallbackSecrets);
}

/**
 * Encrypts secrets with the configured key, else where the database is embedded with one made once
 * beside it. The processes on an external database have to share a key: without one nothing is
 * encrypted.
 */
export async function openSecretCipher(config: Config): Promise<SecretCipher> {
  return new AesSecretCipher(await secretsKey(config), config.previousSecretsKeys);
}

async function secretsKey(config: Config): Promise<string | undefined> {
  if (config.secretsKey !== undefined || config.databaseUrl !== undefined) return config.secretsKey;
  return madeOnce(config, 'secrets.key');
}

function madeOnce({ dataFolder }: Config, file: string): Promise<string> {
  return new FileSecret(join(dataFolder, file)).readOrWrite(() => new NodeSecrets().newSecret());
}

/** The file that holds the demo customer's key. */
export function demoKeyFile(config: Config): FileSecret {
  return new FileSecret(join(config.dataFolder, 'demo.key'));
}
