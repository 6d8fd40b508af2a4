import { isSolanoError } from '@solano/domain/kernel';
import type { Host } from '../host.ts';
import { type Network, NoResponse } from '../network.ts';
import type { Service } from '../service.ts';
import type { Setting } from '../setting.ts';

/** Where a customer is, and how the service is reached from there. */
export interface Client {
  readonly setting: Setting;
  readonly network: Network;
  readonly host: Host;
}

/** Faults that a client retries after. */
const TRANSIENT = ['store_unavailable', 'upload_failed'] as const;

/** Repeats a request until there is a response. Undefined: the upload is gone, or the request was rejected. */
export async function repeat<T>(
  { setting, network, host }: Client,
  work: (service: Service) => Promise<T>,
): Promise<T | undefined> {
  const { random, ledger } = setting;
  for (;;) {
    try {
      return await network.request(host, setting.faults.client, work);
    } catch (error) {
      if (isSolanoError(error, 'not_found')) return undefined;
      const isTransient = TRANSIENT.some((code) => isSolanoError(error, code));
      if (!isTransient && !(error instanceof NoResponse)) {
        ledger.violate(`A request of measured energy or trades was rejected: ${String(error)}`);
        return undefined;
      }
    }
    await host.pause(random.between(0, 3_000));
  }
}
