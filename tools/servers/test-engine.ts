// What tests of workflow engines have in common.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type Fields = object;

export const silent = { info() {}, warn() {}, error() {} };

/** A log that keeps its messages, and lets a test wait for one. */
export class KeptLog {
  readonly lines: { readonly message: string; readonly fields: Fields }[] = [];
  #waiting: (() => void)[] = [];

  info(fields: Fields, message: string): void {
    this.#keep(fields, message);
  }

  warn(fields: Fields, message: string): void {
    this.#keep(fields, message);
  }

  error(fields: Fields, message: string): void {
    this.#keep(fields, message);
  }

  get messages(): string[] {
    return this.lines.map(({ message }) => message);
  }

  /** Waits until a message has been logged so many times. */
  async saw(message: string, times = 1): Promise<void> {
    while (this.count(message) < times) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  count(message: string): number {
    return this.messages.filter((each) => each === message).length;
  }

  #keep(fields: Fields, message: string): void {
    this.lines.push({ message, fields });
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** Steps of purchases that note their calls as `<step> <id>`, and let a test wait for one. */
export class NotedSteps {
  readonly calls: string[] = [];
  /** What the steps do besides; it may wait or throw. */
  readonly #work: (step: string, id: string) => Promise<void> | void;
  #waiting: (() => void)[] = [];

  constructor(work: (step: string, id: string) => Promise<void> | void = () => {}) {
    this.#work = work;
  }

  async begin(id: string): Promise<boolean> {
    await this.#call('begin', id);
    return true;
  }

  complete(id: string): Promise<void> {
    return this.#call('complete', id);
  }

  abandon(id: string, reason: string): Promise<void> {
    return this.#call('abandon', id, `: ${reason}`);
  }

  /** The steps of a purchase so far, in order. */
  of(id: string): string[] {
    return this.calls.filter((call) => call.includes(id)).map((call) => call.replace(` ${id}`, ''));
  }

  /** Waits until a step has been called for a purchase so many times. */
  async saw(step: string, id: string, times = 1): Promise<void> {
    while (this.of(id).filter((call) => call.startsWith(step)).length < times) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #call(step: string, id: string, more = ''): Promise<void> {
    this.calls.push(`${step} ${id}${more}`);
    for (const wake of this.#waiting.splice(0)) wake();
    await this.#work(step, id);
  }
}

/** Starts the workflow of a new purchase and returns its id. */
export async function submitted(workflow: { start(id: string): Promise<void> }): Promise<string> {
  const id = randomUUID();
  await workflow.start(id);
  return id;
}

/** A server that accepts connections and never responds. Disposing of it drops them. */
export async function openDumbServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Fulfilled when a client has connected. */
    connected: once(server, 'connection'),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
