// The load generator, a process of its own so that its work is not counted as a server's. Several
// connections send one request over and over, each as soon as its last response is there, or at a rate. Raw
// sockets: an HTTP client would cost more than the fastest of the servers that it measures.
import { connect, type Socket } from 'node:net';
import type { LoadJob, LoadOrder, LoadResponse } from './load-generator.ts';

const HEAD_END = '\r\n\r\n';
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;
const LAST_CHUNK = '0\r\n\r\n';

/** Counts the requests that all connections have still to send. */
interface Round {
  left: number;
  /** When the next one is due. */
  readonly due: () => number;
  readonly latenciesMs: number[];
}

process.on('message', (order: LoadOrder) => {
  if (order === 'go') return;
  run(order).catch((error: Error) => report({ kind: 'failed', message: error.message }));
});

async function run(job: LoadJob): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job)));
  try {
    const go = new Promise<void>((resolve) => {
      process.on('message', function listen(order: LoadOrder) {
        if (order !== 'go') return;
        process.off('message', listen);
        resolve();
      });
    });
    await send(sockets, job, { count: job.warmUp });
    report({ kind: 'warm' });
    await go;
    const start = performance.now();
    const latenciesMs = await send(sockets, job, job);
    const seconds = (performance.now() - start) / 1000;
    report({ kind: 'done', seconds, latenciesMs });
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function open({ port }: LoadJob): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    // What breaks while nothing is sent shows when something is.
    socket.on('error', reject);
  });
}

/** Sends so many requests in all. Gives the latency of each (ms). */
async function send(
  sockets: readonly Socket[],
  job: LoadJob,
  { count, perSecond }: Pick<LoadJob, 'count' | 'perSecond'>,
): Promise<number[]> {
  const start = performance.now();
  let sent = 0;
  const due = () =>
    perSecond === undefined ? performance.now() : start + (1000 * sent++) / perSecond;
  const round: Round = { left: count, due, latenciesMs: [] };
  await Promise.all(sockets.map((socket) => drive(socket, job, round)));
  return round.latenciesMs;
}

/** Sends one request after the other over a connection until the round has none left. */
function drive(socket: Socket, { request, status }: LoadJob, round: Round): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const completes = responseReader(status);
  let start = 0;
  const next = () => {
    if (round.left === 0) return resolve();
    round.left -= 1;
    start = round.due();
    const early = start - performance.now();
    if (early > 0) setTimeout(() => socket.write(request), early);
    else socket.write(request);
  };
  socket.on('data', (chunk) => {
    try {
      if (!completes(chunk as Buffer)) return;
      round.latenciesMs.push(performance.now() - start);
      next();
    } catch (error) {
      reject(error);
    }
  });
  socket.on('close', () => reject(new Error('the server has broken a connection off')));
  next();
  return promise.finally(() => {
    for (const event of ['data', 'close']) socket.removeAllListeners(event);
  });
}

/** Reads the pieces of responses in sequence. Returns whether a piece was a response's last. */
function responseReader(status: number): (chunk: Buffer) => boolean {
  let head = '';
  /** Bytes of the body that follow; in a body of chunks there is always one more, until the last. */
  let missing = 0;
  let isChunked = false;
  return (chunk) => {
    if (missing > 0) {
      missing -= isChunked ? 0 : chunk.length;
    } else {
      head += chunk.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end < 0) return false;
      isChunked = CHUNKED.test(head);
      missing = isChunked ? 1 : lengthOf(head, status) - (head.length - end - HEAD_END.length);
      head = '';
    }
    if (isChunked && chunk.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK)
      missing = 0;
    return missing === 0;
  };
}

/** The length of the body that follows. */
function lengthOf(head: string, status: number): number {
  const found = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  if (found !== status) throw new Error(`a response has the status ${found}, not ${status}`);
  if (status === 304) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('a response does not say how long it is');
  return Number(length);
}

function report(message: LoadResponse): void {
  process.send?.(message);
}
