import { join } from 'node:path';
import type { Config } from '@solano/config';
import { FileSecret, HmacCallbackTokens, NodeSecrets } from '@solano/crypto';
import type { CallbackTokens } from '@solano/domain';

/** Call-back tokens, signed with the configured secret, else with one made once in the data folder. */
export async function openCallbackTokens(config: Config): Promise<CallbackTokens> {
  const file = new FileSecret(join(config.dataFolder, 'callback.secret'));
  const secret =
    config.callbackSecret ?? (await file.readOrWrite(() => new NodeSecrets().newSecret()));
  return new HmacCallbackTokens(secret);
}

/** The file that holds the demo customer's key. */
export function demoKeyFile(config: Config): FileSecret {
  return new FileSecret(join(config.dataFolder, 'demo.key'));
}
