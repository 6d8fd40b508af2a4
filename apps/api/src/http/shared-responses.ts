import type { HttpResponse } from './response.ts';

type Make<Made> = () => Promise<Made>;

/** Responses of one key: one is being made, and one is made next, for all who came meanwhile. */
interface Line<Made> {
  making: Promise<unknown>;
  next: { readonly response: Promise<Made>; make: Make<Made> } | undefined;
}

/**
 * Makes one response at a time for all callers who ask for the same. A caller never gets one whose
 * making began before the caller came: that could be older than a change that the caller knows of.
 * Nothing is cached. A response that streams can be sent only once: it is made for each caller.
 */
export class SharedResponses<Made extends Pick<HttpResponse, 'send'> = HttpResponse> {
  readonly #lines = new Map<string, Line<Made>>();

  /**
   * Returns what `make` returns, of this caller or another one who waits with it. Errors: its own.
   *
   * @param key names everything that the response depends on but what is stored.
   */
  async get(key: string, make: Make<Made>): Promise<Made> {
    const line = this.#lines.get(key);
    if (!line) return this.#begin(key, make);
    const isFirst = line.next === undefined;
    line.next ??= { make, response: this.#after(key, line) };
    // The last caller knows best what it may see.
    line.next.make = make;
    const response = await line.next.response;
    return isFirst || !response.send ? response : make();
  }

  #begin(key: string, make: Make<Made>): Promise<Made> {
    const response = make();
    const line: Line<Made> = { making: response, next: undefined };
    this.#lines.set(key, line);
    this.#end(key, line, response);
    return response;
  }

  async #after(key: string, line: Line<Made>): Promise<Made> {
    await line.making.catch(() => undefined);
    const make = line.next?.make as Make<Made>;
    line.next = undefined;
    const response = make();
    line.making = response;
    this.#end(key, line, response);
    return response;
  }

  #end(key: string, line: Line<Made>, made: Promise<unknown>): void {
    const end = () => {
      if (line.making === made && !line.next) this.#lines.delete(key);
    };
    made.then(end, end);
  }
}
