import { createHash } from 'node:crypto';
import {
  recordTrades,
  type SentTrades,
  type SessionTrade,
  type TradeSession,
  uploadTrades,
} from '@solano/domain/desk';
import { MICRO, QUARTER_MS } from '@solano/domain/kernel';
import { type Customer, takeBackUpload, uploadsOf } from '@solano/domain/service';
import type { MemoryDatabase } from '@solano/memory';
import { BEGINNING, PORTFOLIO, QUARTERS } from './ledger.ts';
import { AUTHOR } from './meters.ts';
import { type Client, repeat } from './repeat.ts';
import { megawattsOf, priceOf, type SentTradeDelivery } from './trade-ledger.ts';

const SESSIONS: readonly TradeSession[] = ['MD', 'MID1', 'MIC'];
const TRADES = { ...PORTFOLIO, kind: 'trades' } as const;

/** Customers who send executed trades, replace them, repeat files and take some back. */
export class Traders {
  readonly #client: Client;
  readonly #memory: MemoryDatabase;
  /** Deliveries that are not finished. */
  pending = 0;

  /** @param client is never killed. */
  constructor(client: Client, memory: MemoryDatabase) {
    this.#client = client;
    this.#memory = memory;
  }

  /** Plans deliveries; those of one session replace each other. */
  plan(customerIds: readonly string[], withinMs: number): void {
    const { random, ledger } = this.#client.setting;
    for (let number = random.integer(0, 8); number > 0; number -= 1) {
      const customerId = random.pick(customerIds);
      const sessions = SESSIONS.filter(() => random.chance(0.5));
      if (sessions.length === 0) sessions.push('MD');
      const quarters = random.integer(1, 8);
      const first = random.integer(0, QUARTERS - quarters);
      const sent = { number, customerId, sessions, first, quarters };
      ledger.energy.trades.sent.push(sent);
      this.pending += 1;
      const isFile = random.chance(0.6);
      this.#client.host.after(random.between(0, withinMs), () => void this.#deliver(sent, isFile));
    }
  }

  async #deliver(sent: SentTradeDelivery, isFile: boolean): Promise<void> {
    await (isFile ? this.#deliverFile(sent) : this.#deliverTrades(sent));
    this.pending -= 1;
  }

  async #deliverTrades(sent: SentTradeDelivery): Promise<void> {
    const { trades: ledger } = this.#client.setting.ledger.energy;
    const recorded = await repeat(this.#client, ({ trades }) =>
      recordTrades(trades, {
        source: AUTHOR,
        customerId: sent.customerId,
        portfolio: PORTFOLIO,
        trades: tradesOf(sent),
      }),
    );
    if (recorded) ledger.acknowledged.add(sent.number);
  }

  /** Sends a file until there is a response, some files again, and takes some back. */
  async #deliverFile(sent: SentTradeDelivery): Promise<void> {
    const { random, ledger } = this.#client.setting;
    const customer = this.#memory.customers.get(sent.customerId) as Customer;
    const file = fileOf(sent);
    for (let times = random.integer(1, 3); times > 0; times -= 1) {
      const outcome = await repeat(this.#client, ({ trades }) =>
        uploadTrades(trades, { source: AUTHOR, customer, portfolio: PORTFOLIO, file }),
      );
      if (!outcome || outcome.kind === 'read') {
        const text = JSON.stringify(outcome);
        return ledger.violate(`File ${sent.number} of trades was rejected: ${text}.`);
      }
      ledger.energy.trades.acknowledged.add(sent.number);
      await this.#client.host.pause(random.between(0, 3_000));
      if (!random.chance(0.4)) continue;
      const taking = { source: AUTHOR, customerId: customer.id, id: outcome.upload.id };
      await repeat(this.#client, ({ trades }) =>
        takeBackUpload(trades, 'trades', uploadsOf(trades.fileUploads, TRADES), taking),
      );
    }
  }
}

function tradesOf({ number, sessions, first, quarters }: SentTradeDelivery): SessionTrade[] {
  return sessions.flatMap((session) =>
    Array.from({ length: quarters }, (_, i) => {
      const start = BEGINNING + (first + i) * QUARTER_MS;
      const microMw = megawattsOf(number) * MICRO;
      return { session, start, minutes: 15, microMw, price: priceOf(number) * 1000 } as const;
    }),
  );
}

function fileOf(sent: SentTradeDelivery): SentTrades {
  const text = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`;
  const rows = tradesOf(sent).map(({ session, start, microMw, price }) =>
    [session, text(start), text(start + QUARTER_MS), microMw / MICRO, price / 1000].join(';'),
  );
  const content = Buffer.from(`session;start_time_utc;end_time_utc;mw;price\n${rows.join('\n')}\n`);
  const digest = createHash('sha256').update(content).digest('hex');
  return { name: `t${sent.number}.csv`, content, digest, isDryRun: false, options: {} };
}
