import { SolanoError } from '@solano/domain/kernel';
import type { WebhookSender } from '@solano/domain/service';
import type { Host } from './host.ts';
import type { Setting } from './setting.ts';

const TIMEOUT_MS = 3_000;

/** The endpoints of customers, as the processes reach them. */
export class Endpoints {
  readonly #setting: Setting;
  /** By URL. */
  readonly #dead = new Set<string>();
  readonly #gone = new Set<string>();

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** From now on it accepts nothing. */
  kill(url: string): void {
    this.#dead.add(url);
  }

  /** @param statusOf the status of a delivery when its sending began. */
  sender(host: Host, statusOf: (id: string) => string | undefined): Pick<WebhookSender, 'send'> {
    return {
      send: async ({ url }, message) => {
        const status = statusOf(message.id);
        const { faults, ledger, random } = this.#setting;
        if (this.#dead.has(url) || random.chance(faults.endpoint.lost)) {
          await host.pause(random.pick([0, 100, TIMEOUT_MS]));
          throw unavailable();
        }
        await host.pause(random.between(0, faults.latencyMs));
        if (random.chance(faults.endpoint.gone)) this.#gone.add(url);
        if (this.#gone.has(url))
          throw new SolanoError('webhook_gone', 'The endpoint answered 410.');
        ledger.received(message, status);
        if (random.chance(faults.endpoint.responseLost)) {
          await host.pause(TIMEOUT_MS);
          throw unavailable();
        }
        await host.pause(random.between(0, faults.latencyMs));
      },
    };
  }
}

function unavailable(): SolanoError {
  return new SolanoError('webhook_unavailable', 'The endpoint did not answer.');
}
