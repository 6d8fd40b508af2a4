import { Socket } from 'node:net';
import type { PoolConfig } from 'pg';
import { Pool } from 'pg';

/** A pool whose connections can be cut, whatever state the server is in. */
export interface Connections {
  readonly pool: Pool;
  /** Ends the pool: idle connections politely, those still at work after a while by force. */
  close(): Promise<void>;
  /** Ends the pool and drops every connection at once; what waits on one fails. */
  cut(): void;
}

/** How long connections may take to finish their query once the pool is closed. */
const CLOSING_MS = 500;

export function openConnections(databaseUrl: string, options: PoolConfig): Connections {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'solano-engine',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
    stream: () => kept(sockets),
  });
  // A lost connection is seen by whoever uses it next. Without a listener, though, it would end
  // the process; the pool's own listener covers only the idle ones.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= pool.end());
  const cut = () => {
    void end();
    for (const socket of sockets) socket.destroy();
  };
  return { pool, cut, close: () => within(CLOSING_MS, end(), cut) };
}

/** Waits for the work; when the time is over it gives up waiting and does what then is to be done. */
async function within(ms: number, work: Promise<void>, otherwise: () => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => resolve(otherwise()), ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function kept(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}
