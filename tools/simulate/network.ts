import type { PurchaseReport, PurchaseUpdates, ReportedPurchase } from '@solano/domain/desk/jobs';
import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { LinkFaults } from './faults.ts';
import type { Host } from './host.ts';
import type { Service } from './service.ts';
import type { Setting } from './setting.ts';

const TIMEOUT_MS = 10_000;
/** The longest delay of a request after its caller's timeout. */
const MAX_DELAY_MS = 15_000;

/** Nothing is known of what became of a request. */
export class NoResponse extends Error {}

/** Carries requests to whichever process of the API is there. */
export class Network {
  readonly #setting: Setting;
  readonly #services: () => readonly Service[];
  /** Requests that have not arrived yet. */
  inFlight = 0;

  constructor(setting: Setting, services: () => readonly Service[]) {
    this.#setting = setting;
    this.#services = services;
  }

  /** Errors: those of the work; {@link NoResponse}. */
  request<T>(from: Host, link: LinkFaults, work: (service: Service) => Promise<T>): Promise<T> {
    const { random, scheduler } = this.#setting;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const cancel = from.after(TIMEOUT_MS, () => reject(new NoResponse()));
    const respond = (settle: () => void) => {
      if (random.chance(link.responseLost)) return;
      from.after(this.#travelMs(), () => {
        cancel();
        settle();
      });
    };
    const arrive = () => {
      this.inFlight -= 1;
      const services = this.#services().filter(({ host }) => host.isAlive);
      if (services.length === 0) return respond(() => reject(new NoResponse()));
      const service = random.pick(services);
      service.host.after(0, () => {
        work(service).then(
          (value) => respond(() => resolve(value)),
          (error: Error) => respond(() => reject(error)),
        );
      });
    };
    const send = (ms: number) => {
      this.inFlight += 1;
      scheduler.after(ms, arrive);
    };
    if (!random.chance(link.lost)) {
      send(random.chance(link.late) ? random.between(0, MAX_DELAY_MS) : this.#travelMs());
    }
    if (random.chance(link.doubled)) send(random.between(0, MAX_DELAY_MS));
    return promise;
  }

  /** The callbacks of a process. */
  callbacks(host: Host): PurchaseUpdates {
    return { report: (purchase, report) => this.#report(host, purchase, report) };
  }

  async #report(host: Host, purchase: ReportedPurchase, report: PurchaseReport): Promise<void> {
    const { faults, random } = this.#setting;
    if (random.chance(faults.misconfigured)) {
      await host.pause(this.#travelMs());
      throw new SolanoError('report_misconfigured', 'The update endpoint answered 401.');
    }
    try {
      await this.request(host, faults.callback, (service) => service.receive(purchase, report));
    } catch (cause) {
      if (isSolanoError(cause, 'purchase_not_found')) throw cause;
      throw new SolanoError('report_unavailable', 'The callback was not answered.', { cause });
    }
  }

  #travelMs(): number {
    return this.#setting.random.between(0, this.#setting.faults.latencyMs);
  }
}
