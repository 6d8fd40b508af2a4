import { randomUUID } from 'node:crypto';
import pg from 'pg';

type Emit = (this: pg.Client, event: string, ...values: unknown[]) => boolean;

const prototype = pg.Client.prototype as unknown as { emit: Emit };
const { emit } = prototype;
/** Callbacks for notices with this payload to a connection of this process. */
const awaited = new Map<string, () => void>();

prototype.emit = function (event, ...values) {
  const isHandled = emit.call(this, event, ...values);
  const [notice] = values as [{ readonly payload?: string }?];
  if (event === 'notification') awaited.get(notice?.payload ?? '')?.();
  return isHandled;
};

/**
 * Waits until a service in this process has received the notices of all that was committed before:
 * PostgreSQL sends them in order.
 *
 * @param notify sends one more notice, which says that something with this id has changed.
 */
export async function noticesReceived(notify: (id: string) => Promise<unknown>): Promise<void> {
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  awaited.set(id, resolve);
  try {
    await notify(id);
    await promise;
  } finally {
    awaited.delete(id);
  }
}
