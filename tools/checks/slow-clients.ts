/**
 * Whether slow clients stop the others: times ordinary requests, first alone and then while 200
 * connections send or read as slowly as they can. Fails where one of the requests does.
 *
 *     node tools/checks/slow-clients.ts <url> <key>
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { parseArgs } from 'node:util';

const CLIENTS = 200;
const REQUESTS = 100;
/** Requests that are made at once. */
const CONCURRENCY = 4;
/** Between two bytes of a client that sends. */
const PAUSE_MS = 500;

const { positionals } = parseArgs({ allowPositionals: true });
const [base = '', key = ''] = positionals;
if (!URL.canParse(base) || key === '') {
  process.stderr.write('usage: node tools/checks/slow-clients.ts <url> <key>\n');
  process.exit(2);
}

/**
 * The bytes that a client sends at once before it becomes slow; then one byte after the other, if
 * any.
 */
interface SlowClient {
  readonly head: string;
  readonly byte?: string;
}

interface SlowConnection {
  readonly socket: Socket;
  readonly end: () => void;
}

const ORIGIN = `Host: ${new URL(base).host}\r\nAuthorization: Bearer ${key}\r\n`;
const LENGTH = 'Content-Length: 1000000\r\n\r\n';
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const KINDS: readonly SlowClient[] = [
  // Reads the beginning of what may be long, and then nothing.
  { head: `GET /api/v0/unavailabilities HTTP/1.1\r\n${ORIGIN}\r\n` },
  { head: 'GET /api/v0/plants HTTP/1.1\r\nX-Slow: ', byte: 'x' },
  {
    head: `POST /api/v0/plants HTTP/1.1\r\n${ORIGIN}Content-Type: application/json\r\n${LENGTH}[`,
    byte: ' ',
  },
  {
    head: `POST /api/v0/outages/upload HTTP/1.1\r\n${ORIGIN}Content-Type: multipart/form-data; boundary=x\r\n${LENGTH}${FILE}`,
    byte: 'x',
  },
];

report('without slow clients', await askRepeatedly());
const clients: SlowConnection[] = [];
// One after the other: all at once they would be a load, and not only slow.
for (let i = 0; i < CLIENTS; i += 1) clients.push(await begin(i));
const times = await askRepeatedly();
const open = clients.filter(({ socket }) => !socket.destroyed).length;
report(`with ${open} slow clients`, times);
for (const client of clients) client.end();

/** Connects a client of one of the kinds, and lets it be slow until it is ended. */
async function begin(i: number): Promise<SlowConnection> {
  const { head, byte } = KINDS[Math.floor((i * KINDS.length) / CLIENTS)] as SlowClient;
  const socket = await connected();
  socket.write(head);
  if (byte === undefined) await once(socket, 'readable');
  else socket.resume();
  const timer = setInterval(() => void (byte !== undefined && socket.write(byte)), PAUSE_MS);
  const end = () => {
    clearInterval(timer);
    socket.destroy();
  };
  return { socket: socket.once('close', end), end };
}

function connected(): Promise<Socket> {
  const { protocol, hostname, port } = new URL(base);
  const isSecure = protocol === 'https:';
  const at = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 443 : 80)),
  };
  return new Promise((resolve, reject) => {
    const socket: Socket = isSecure
      ? connectSecurely({ ...at, servername: at.host }, () => resolve(socket))
      : connect(at, () => resolve(socket));
    socket.on('error', reject);
  });
}

/** How long each of the requests took, in ms; undefined if it failed. */
async function askRepeatedly(): Promise<(number | undefined)[]> {
  const times: (number | undefined)[] = [];
  const lane = async () => {
    for (let i = 0; i < REQUESTS / CONCURRENCY; i += 1) times.push(await ask());
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return times;
}

async function ask(): Promise<number | undefined> {
  const started = performance.now();
  const response = await fetch(new URL('/api/v0/plants?limit=1', base), {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true ? performance.now() - started : undefined;
}

function report(when: string, times: readonly (number | undefined)[]): void {
  const responseTimes = times.filter((time) => time !== undefined).toSorted((a, b) => a - b);
  const median = responseTimes[Math.floor(responseTimes.length / 2)] ?? NaN;
  const figures = `median ${median.toFixed(1)} ms, slowest ${(responseTimes.at(-1) ?? NaN).toFixed(1)} ms`;
  const line = `${responseTimes.length} of ${times.length} requests answered, ${figures}`;
  process.stdout.write(`${when}: ${line}\n`);
  if (responseTimes.length < times.length) process.exitCode = 1;
}
