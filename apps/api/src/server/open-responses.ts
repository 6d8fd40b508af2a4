import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const MAX_LISTENERS = 30;

/** The responses in flight on each connection: several if requests are pipelined. */
export class OpenResponses {
  readonly #of = new WeakMap<Duplex, Set<ServerResponse>>();

  add({ socket }: IncomingMessage, res: ServerResponse): void {
    const open = this.#of.get(socket) ?? this.#follow(socket);
    open.add(res);
    // Log, limits, metrics and a stream each listen for its end: more than Node's threshold for a leak.
    res.setMaxListeners(MAX_LISTENERS);
    res.once('close', () => void open.delete(res));
  }

  /** Whether a part of a response may have been sent on the connection. */
  haveBegun(socket: Duplex): boolean {
    return [...(this.#of.get(socket) ?? [])].some((res) => res.headersSent);
  }

  /** Whether the caller has sent the whole request, and waits for a response that has not begun. */
  areAwaited(socket: Duplex): boolean {
    return [...(this.#of.get(socket) ?? [])].some((res) => res.req.complete && !res.headersSent);
  }

  #follow(socket: Duplex): Set<ServerResponse> {
    const open = new Set<ServerResponse>();
    this.#of.set(socket, open);
    socket.once('close', () => process.nextTick(closeAll, open));
    return open;
  }
}

/** Node reports a lost connection only to the first of several pipelined responses. */
function closeAll(open: ReadonlySet<ServerResponse>): void {
  for (const res of open) {
    res.destroy();
    res.emit('close');
  }
}
