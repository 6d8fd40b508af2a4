import { setTimeout as pause } from 'node:timers/promises';

/** Requests that are under way at a time. */
const CLIENTS = 4;
const PAUSE_MS = 50;
const TIMEOUT_MS = 10_000;

const ID = /[0-9a-f-]{36}/;

/** In the place of a status where no API could be connected to, or the response broke off. */
const UNREACHABLE = 'unreachable';
/**
 * What a client may expect. A plant whose creation is repeated, as the response broke off, is there:
 * 400 is right then.
 */
const EXPECTED = /(?:2\d\d|400|503|unreachable)$/;

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | FormData;
  readonly idempotencyKey?: string;
}

/** The load of customers: they submit purchases, read them back, add plants and upload outages. */
export class Load {
  readonly #key: string;
  readonly #apis = new Set<string>();
  readonly #responses = new Map<string, number>();
  #phase = '';
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();
  /** Ids of purchases whose submission got a 201, by phase. */
  readonly accepted = new Map<string, string[]>();
  /** Outage files that got a 201. */
  uploads = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** How often each response came, by `phase: method path status`. */
  get responses(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#responses);
  }

  /** Responses that a client cannot have expected, and how often they came. */
  get wrong(): string[] {
    return this.#linesOf((what) => !EXPECTED.test(what));
  }

  /** Requests that could not be sent or broke off: none where APIs leave the proxy before they are stopped. */
  get unreachable(): string[] {
    return this.#linesOf((what) => what.endsWith(UNREACHABLE));
  }

  /** Later requests are counted under this name. */
  phase(name: string): void {
    this.#phase = name;
  }

  start(): void {
    this.#isOver = false;
    this.#running = Promise.all(Array.from({ length: CLIENTS }, () => this.#work()));
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  add(url: string): void {
    this.#apis.add(url);
  }

  /** As a proxy does before an API is stopped: what is under way there continues. */
  remove(url: string): void {
    this.#apis.delete(url);
  }

  async #work(): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      if (n % 5 === 4) await this.#uploadOutage();
      else await this.#buy();
      await pause(PAUSE_MS);
    }
  }

  async #buy(): Promise<void> {
    const body = JSON.stringify({ purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] });
    const idempotencyKey = crypto.randomUUID();
    const path = '/api/v0/user/ana/submit-purchase/acme';
    const submitted = await this.#call({ method: 'POST', path, body, idempotencyKey });
    if (submitted?.status !== 201) return;
    const { id } = (await submitted.json()) as { id: string };
    const accepted = this.accepted.get(this.#phase) ?? [];
    this.accepted.set(this.#phase, [...accepted, id]);
    await this.#call({ path: `/api/v0/user/ana/purchase/${id}/get` });
  }

  async #uploadOutage(): Promise<void> {
    const name = `plant ${crypto.randomUUID()}`;
    const plant = {
      name,
      lat: '40.1',
      lon: '-3.7',
      installed_capacity_mw: '10',
      nominal_capacity_mw: '10',
      area: 'ES',
      technology_type: 'solar',
      agrupation: '',
      timezone: 'Europe/Madrid',
    };
    await this.#call({ method: 'POST', path: '/api/v0/plants/', body: JSON.stringify(plant) });
    const form = new FormData();
    form.append('plant_id', name);
    const csv =
      'start_time_utc;end_time_utc;available_power_mw\n2031-05-05T10:00Z;2031-05-05T12:00Z;5\n';
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'outage.csv');
    const path = '/api/v0/outages/upload/';
    const uploaded = await this.#call({ method: 'POST', path, body: form });
    if (uploaded?.status === 201) this.uploads += 1;
  }

  /** Asks one of the APIs, and another one, or later, where it cannot be reached; undefined at the end. */
  async #call(call: Call): Promise<Response | undefined> {
    const phase = this.#phase;
    for (;;) {
      const apis = [...this.#apis];
      const url = apis[Math.floor(Math.random() * apis.length)];
      const response = url === undefined ? undefined : await this.#send(url, call);
      if (url !== undefined) this.#count(phase, call, response);
      if (response && response.status !== 503) return response;
      if (this.#isOver) return undefined;
      await pause(4 * PAUSE_MS);
    }
  }

  async #send(url: string, { method = 'GET', path, body, idempotencyKey }: Call) {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#key}` };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { method, headers, signal, ...(body !== undefined && { body }) };
    try {
      const response = await fetch(url + path, init);
      const bytes = await response.arrayBuffer();
      return new Response(bytes, { status: response.status });
    } catch {
      return undefined;
    }
  }

  #count(phase: string, { method = 'GET', path }: Call, response: Response | undefined): void {
    const status = response?.status ?? UNREACHABLE;
    const what = `${phase}: ${method} ${path.replace(ID, '<id>')} ${status}`;
    this.#responses.set(what, (this.#responses.get(what) ?? 0) + 1);
  }

  #linesOf(isWanted: (what: string) => boolean): string[] {
    const wanted = [...this.#responses].filter(([what]) => isWanted(what));
    return wanted.map(([what, count]) => `${what}, ${count} times`);
  }
}
