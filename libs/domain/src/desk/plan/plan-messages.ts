import { dayOf } from '@solano/domain/kernel';
import { gateClosure, rulesOfSession } from '@solano/domain/market';
import {
  deliveryId,
  type MessageText,
  type NewDelivery,
  REPLANNED_EVENT,
  type Secrets,
  type WebhookStore,
} from '@solano/domain/service';
import type { PurchaseWithSeries } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import type { PlanStage } from './plan.ts';
import { bidMegawattHours } from './plan-figures.ts';

const EVENT = REPLANNED_EVENT;

export interface PlanMessageDeps {
  readonly webhooks: Pick<WebhookStore, 'subscribed'>;
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly messageText: MessageText;
}

/** The messages about sets of bids, one for each set and webhook of the customer that names the event. */
export async function replannedDeliveries(
  { webhooks, secrets, messageText }: PlanMessageDeps,
  { purchase, series }: PurchaseWithSeries,
  stages: readonly PlanStage[],
): Promise<NewDelivery[]> {
  if (stages.length === 0) return [];
  const subscribed = await webhooks.subscribed(EVENT);
  const own = subscribed.filter(({ customerId }) => customerId === purchase.customerId);
  const { id, user, retailer } = purchase;
  const items = readSeries(JSON.parse(series));
  return stages.flatMap((stage) => {
    const { session, date: day, revision, madeAt } = stage;
    const rules = rulesOfSession(session);
    const data = {
      id,
      user,
      retailer,
      session,
      market: rules.market,
      day,
      closesAt: new Date(gateClosure(rules, dayOf(day))),
      revision,
      bidMwh: bidMegawattHours(stage, items),
    };
    const body = messageText({ type: EVENT, timestamp: madeAt, data });
    return own.map(({ id: webhookId }): NewDelivery => {
      const names = [EVENT, webhookId, id, day, session, `${revision}`];
      return { id: deliveryId(secrets, names), webhookId, event: EVENT, body, createdAt: madeAt };
    });
  });
}
