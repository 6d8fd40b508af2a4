import type { Site } from '../site.ts';

const QUARTER_MS = 900_000;
const SESSIONS = ['MD', 'MID1', 'MID2', 'MID3'];
/** Percent of each session, by model: the last one resells. */
const SHARES = [
  [100, 0, 0, 0],
  [70, 15, 10, 5],
  [40, 30, 20, 10],
  [10, 40, 30, 20],
  [25, 25, 25, 25],
  [110, -10, 0, 0],
];

interface Item {
  readonly datetime: string;
  readonly purchase: number;
}

/** Submits quarter hours from tomorrow on, and puts outputs of so many models; gives its id. */
export async function purchaseOf(site: Site, count: number, models: number): Promise<string> {
  const purchase = quarterHours(count);
  const submitted = await send(site, 'POST', 'submit-purchase?retailer_id=acme', { purchase });
  const { id } = submitted as { id: string };
  for (;;) {
    const { status } = (await send(site, 'GET', `purchase/${id}/get?idmodel=1`)) as {
      status: string;
    };
    if (status === 'completed') break;
    if (status === 'failed') throw new Error(`the purchase of ${count} items has failed`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const outputs = SHARES.slice(0, models).map((shares, index) =>
    outputOf(index + 1, shares, purchase),
  );
  await send(site, 'PUT', `purchase/${id}/update`, { outputs, status: 'completed' });
  return id;
}

function quarterHours(count: number): Item[] {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const tomorrow = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
  return Array.from({ length: count }, (_, index) => ({
    datetime: clock.format(tomorrow + index * QUARTER_MS),
    purchase: Number((60 + 40 * Math.sin((index / 96) * 2 * Math.PI)).toFixed(2)),
  }));
}

function outputOf(idmodel: number, shares: readonly number[], items: readonly Item[]): object {
  const value = Object.fromEntries(
    SESSIONS.flatMap((session, index) => {
      const share = shares[index] ?? 0;
      if (share === 0) return [];
      const percentages = {
        purchase_percentage: Math.max(share, 0),
        sale_percentage: Math.max(-share, 0),
      };
      return [[session, items.map(({ datetime }) => ({ datetime, ...percentages }))]];
    }),
  );
  return { idmodel, value };
}

/** The body of a success. */
async function send(
  { url, key }: Pick<Site, 'url' | 'key'>,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${url}/api/v0/user/ana/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}
