import { join } from 'node:path';
import type { Config, TemporalConfig } from '@solano/config';
import {
  AesSecretCipher,
  FileSecret,
  HmacCallbackTokens,
  HmacSealKeys,
  NodeSecrets,
} from '@solano/crypto';
import type { SealKeys, SecretCipher } from '@solano/domain/service';

/** The tokens of callbacks, which Temporal's workers sign and its APIs check. */
export function callbackTokens({ callbacks }: TemporalConfig): HmacCallbackTokens {
  return new HmacCallbackTokens(callbacks.secret, callbacks.previousSecrets);
}

/**
 * Opens the key that encrypts secrets and seals the audit log: the configured one, else where the database is
 * embedded one made once beside it. The processes on an external database have to share a key:
 * without one nothing is encrypted or sealed.
 */
export async function openSecretsKey(
  config: Config,
): Promise<{ cipher: SecretCipher; sealKeys: SealKeys }> {
  const [key, previous] = [await secretsKey(config), config.previousSecretsKeys];
  return { cipher: new AesSecretCipher(key, previous), sealKeys: new HmacSealKeys(key, previous) };
}

async function secretsKey(config: Config): Promise<string | undefined> {
  if (config.secretsKey !== undefined || config.databaseUrl !== undefined) return config.secretsKey;
  return fileSecret(config, 'secrets.key').readOrWrite(() => new NodeSecrets().newSecret());
}

/** The files of secrets that the service makes for itself: a backup with a key has them. */
export function secretFiles(
  config: Config,
): { readonly name: string; readonly file: FileSecret }[] {
  return ['secrets.key', 'demo.key'].map((name) => ({ name, file: fileSecret(config, name) }));
}

/** The file that holds the demo customer's key. */
export function demoKeyFile(config: Config): FileSecret {
  return fileSecret(config, 'demo.key');
}

function fileSecret({ dataFolder }: Config, name: string): FileSecret {
  return new FileSecret(join(dataFolder, name));
}
