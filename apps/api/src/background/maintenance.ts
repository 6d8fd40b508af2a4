import type { KeyStore, KeyUses, Log } from '@solano/domain';
import { startIntervalJob } from './interval-job.ts';

const NOTING_MS = 30_000;

/** Writes down every half minute, and in the end, when keys were used. */
export function startNotingUses(
  uses: KeyUses,
  keys: Pick<KeyStore, 'noteUses'>,
  log: Log,
): AsyncDisposable {
  const failure = 'could not write down when keys were used';
  const rounds = startIntervalJob({ everyMs: NOTING_MS, log, failure }, () => uses.write(keys));
  return {
    async [Symbol.asyncDispose]() {
      await rounds[Symbol.asyncDispose]();
      await uses.write(keys).catch((err: unknown) => log.warn({ err }, failure));
    },
  };
}
