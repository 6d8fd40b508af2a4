import {
  addWebhook,
  DEFAULT_GATE_CLOSING_MINUTES,
  MAX_GATE_CLOSING_MINUTES,
  releaseWebhooks,
  removeWebhook,
  requireCustomer,
  WEBHOOK_EVENTS,
  type Webhook,
} from '@solano/domain/service';
import { openWebhookSender } from '@solano/runtime/purchases';
import type { Command } from 'commander';
import { addAction } from '../run.ts';

export function addCommands(webhook: Command): void {
  addAdd(webhook);
  addList(webhook);
  addRemove(webhook);
  addRelease(webhook);
}

function addAdd(webhook: Command): void {
  const add = webhook
    .command('add <customer> <url>')
    .description(
      'notify an endpoint of finished purchases, or of other events; the signing secret is shown only once',
    )
    .option(
      '--events <events>',
      `comma-separated: ${WEBHOOK_EVENTS.join(', ')} (purchase.completed, purchase.failed)`,
    )
    .option(
      '--gate-closing-minutes <minutes>',
      `how long before a gate closes gate.closing is sent: 1 to ${MAX_GATE_CLOSING_MINUTES} (${DEFAULT_GATE_CLOSING_MINUTES})`,
    );
  addAction<{ events?: string; gateClosingMinutes?: string }>(
    add,
    async ({ open, config }, [name = '', url = ''], { events, gateClosingMinutes }) => {
      await using opened = await open();
      await using sender = openWebhookSender(config);
      const customer = await requireCustomer(opened.customers, name);
      const { webhook: added, secret } = await addWebhook(
        { ...opened, sender },
        opened.source,
        customer,
        { url, events: events?.split(','), gateClosingMinutes: minutesOf(gateClosingMinutes) },
      );
      const { created_at: _, disabled_at: __, ...json } = { ...toJson(added), secret };
      return { json, text: `Added webhook ${added.id}.\n${secret}` };
    },
  );
}

function addList(webhook: Command): void {
  const list = webhook.command('list <customer>').description('list the webhooks of a customer');
  addAction(list, async ({ open }, [name = '']) => {
    await using opened = await open();
    const { id } = await requireCustomer(opened.customers, name);
    const webhooks = await opened.webhooks.list(id);
    return { json: webhooks.map(toJson), text: webhooks.map(line).join('\n') || 'No webhooks.' };
  });
}

function addRemove(webhook: Command): void {
  const remove = webhook.command('remove <webhook-id>').description('remove a webhook');
  addAction(remove, async ({ open }, [id = '']) => {
    await using opened = await open();
    const removed = await removeWebhook(opened, opened.source, id);
    return { json: toJson(removed), text: `Removed webhook ${id}.` };
  });
}

function addRelease(webhook: Command): void {
  const release = webhook
    .command('release')
    .description('send the messages that wait since a backup was restored');
  addAction(release, async ({ open }) => {
    await using opened = await open();
    const released = await releaseWebhooks(opened, opened.source);
    return { json: { released }, text: released ? 'Messages are sent.' : 'No messages waited.' };
  });
}

/** A number that is not whole is rejected with those out of bounds. */
function minutesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function toJson({ id, url, events, gateClosingMinutes, createdAt, disabledAt }: Webhook) {
  const gate_closing_minutes = gateClosingMinutes;
  const times = { created_at: createdAt, disabled_at: disabledAt };
  return { id, url, events, gate_closing_minutes, ...times };
}

function line({ id, url, events, disabledAt }: Webhook): string {
  const state = disabledAt ? `disabled ${disabledAt.toISOString()}` : events.join(', ');
  return [id, url, state].join('  ');
}
