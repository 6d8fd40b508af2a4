import { type Clock, dateAfter, dateAt, MINUTE_MS } from '@solano/domain/kernel';
import {
  type CancelledSession,
  CancelledSessions,
  type PriceStore,
  SESSIONS,
} from '@solano/domain/market';
import {
  deliveryId,
  everyMinute,
  type MessageText,
  type PurchaseDelivery,
  type Schedule,
  type Secrets,
  type Webhook,
  type WebhookStore,
} from '@solano/domain/service';
import type { DecisionStore } from '../decisions/decision.ts';
import type { OpenGate, PurchaseEvaluation } from '../evaluation/evaluation.ts';
import { earliestGates } from '../evaluation/evaluation.ts';
import type { EvaluationStore, Unrealised } from '../evaluation/evaluation-store.ts';
import type { Purchase, PurchaseStore } from '../purchases/purchase.ts';

const EVENT = 'gate.closing';
const BATCH_SIZE = 200;
/** No purchase is delivered later. */
const LAST_DELIVERY = new Date('9999-12-31T00:00Z');

export interface GateClosingDeps {
  readonly webhooks: Pick<WebhookStore, 'subscribed' | 'knownDeliveries' | 'addDeliveries'>;
  readonly purchases: Pick<PurchaseStore, 'get'>;
  readonly evaluations: Pick<EvaluationStore, 'unrealised' | 'ofPurchases'>;
  readonly decisions: Pick<DecisionStore, 'newest'>;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly clock: Clock;
  readonly messageText: MessageText;
}

/** Looks every minute for purchases without a decision whose gates are about to close. */
export function gateClosingSchedule(deps: GateClosingDeps): Schedule {
  const cancelled = new CancelledSessions();
  return {
    name: 'gate-closing',
    times: everyMinute(),
    run: () => notifyGatesClosing(deps, cancelled),
  };
}

/**
 * Adds a message for each webhook, completed purchase without a decision, session and gate that
 * closes within the webhook's minutes: once, however often it is called. Errors:
 * `store_unavailable`.
 */
export async function notifyGatesClosing(
  deps: GateClosingDeps,
  cancelled = new CancelledSessions(),
): Promise<void> {
  const webhooks = Map.groupBy(
    await deps.webhooks.subscribed(EVENT),
    ({ customerId }) => customerId,
  );
  if (webhooks.size === 0) return;
  const delivered = { from: deps.clock(), before: LAST_DELIVERY };
  let after: Unrealised | undefined;
  for (;;) {
    const page = await deps.evaluations.unrealised(delivered, after, BATCH_SIZE);
    const subscribed = page.filter(({ customerId }) => webhooks.has(customerId));
    if (subscribed.length > 0) await notifyPage(deps, cancelled, subscribed, webhooks);
    after = page.at(-1);
    if (page.length < BATCH_SIZE) return;
  }
}

/** A message that is to be sent unless it is known, or the purchase decided. */
interface Due {
  readonly id: string;
  readonly webhookId: string;
  readonly purchaseId: string;
  readonly gate: OpenGate;
}

async function notifyPage(
  deps: GateClosingDeps,
  cancelled: CancelledSessions,
  page: readonly Unrealised[],
  webhooks: ReadonlyMap<string, readonly Webhook[]>,
): Promise<void> {
  const now = deps.clock();
  const evaluations = await deps.evaluations.ofPurchases(page.map(({ purchaseId }) => purchaseId));
  const due: Due[] = [];
  for (const { purchaseId, customerId } of page) {
    const figures = evaluations.get(purchaseId)?.figures;
    if (figures === undefined) continue;
    const { gates } = JSON.parse(figures) as PurchaseEvaluation;
    const untraded = await cancelledSoon(deps, cancelled, customerId, now);
    const heldGates = gates.filter(({ session, date }) => {
      return !untraded.some((each) => each.session === session && each.date === date);
    });
    for (const gate of earliestGates(heldGates, now.getTime())) {
      for (const webhook of webhooks.get(customerId) ?? []) {
        const earliest = gate.closesAt - webhook.gateClosingMinutes * MINUTE_MS;
        if (earliest > now.getTime()) continue;
        const closesAt = new Date(gate.closesAt).toISOString();
        const names = [EVENT, webhook.id, purchaseId, gate.session, closesAt];
        const id = deliveryId(deps.secrets, names);
        due.push({ id, webhookId: webhook.id, purchaseId, gate });
      }
    }
  }
  if (due.length > 0) await addUnknown(deps, due, now);
}

/** The sessions that are cancelled of the days whose gates close within a day. */
function cancelledSoon(
  { prices }: GateClosingDeps,
  cancelled: CancelledSessions,
  customerId: string,
  now: Date,
): Promise<readonly CancelledSession[]> {
  const today = dateAt(now.getTime());
  return cancelled.of(prices.seenBy(customerId), today, dateAfter(today, 2));
}

async function addUnknown(
  { webhooks, purchases, decisions, messageText }: GateClosingDeps,
  due: readonly Due[],
  now: Date,
): Promise<void> {
  const known = await webhooks.knownDeliveries(due.map(({ id }) => id));
  const isNew = due.filter(({ id }) => !known.has(id));
  const byPurchase = Map.groupBy(isNew, ({ purchaseId }) => purchaseId);
  const undecided: Purchase[] = [];
  for (const id of byPurchase.keys()) {
    const purchase = await purchases.get(id);
    if (purchase?.status === 'completed') undecided.push(purchase);
  }
  // Read last: a purchase that is decided meanwhile gets none.
  const newest = await decisions.newest(undecided.map(({ id }) => id));
  const deliveries = undecided
    .filter(({ id }) => (newest.get(id)?.idmodel ?? null) === null)
    .flatMap((purchase) => {
      return (byPurchase.get(purchase.id) ?? []).map((each) => {
        return deliveryOf(purchase, each, now, messageText);
      });
    });
  if (deliveries.length > 0) await webhooks.addDeliveries(deliveries);
}

function deliveryOf(
  purchase: Purchase,
  { gate, ...due }: Due,
  now: Date,
  messageText: MessageText,
): PurchaseDelivery {
  const { id, user, retailer } = purchase;
  const { session, date: day, closesAt } = gate;
  const data = {
    id,
    user,
    retailer,
    session,
    market: SESSIONS.find((each) => each.session === session)?.market,
    day,
    closesAt: new Date(closesAt),
    minutesLeft: Math.floor((closesAt - now.getTime()) / MINUTE_MS),
  };
  const body = messageText({ type: EVENT, timestamp: now, data });
  return { ...due, event: EVENT, body, createdAt: now };
}
