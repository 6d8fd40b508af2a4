import type { Webhook } from '@solano/domain';
import {
  addWebhook,
  releaseWebhooks,
  removeWebhook,
  requireCustomer,
  WEBHOOK_EVENTS,
} from '@solano/domain';
import { openWebhookSender } from '@solano/runtime/purchases';
import type { Command } from 'commander';
import { open } from '../compose.ts';
import { runs } from '../run.ts';

export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('endpoints of customers that are told of events');
  addAdd(webhook);
  addList(webhook);
  addRemove(webhook);
  addRelease(webhook);
}

function addAdd(webhook: Command): void {
  const add = webhook
    .command('add <customer> <url>')
    .description('tell an endpoint of finished purchases; the signing secret is shown only once')
    .option(
      '--events <events>',
      `comma-separated: ${WEBHOOK_EVENTS.join(', ')} (purchase.completed, purchase.failed)`,
    );
  runs<{ events?: string }>(
    add,
    async ({ config, progress }, [name = '', url = ''], { events }) => {
      await using opened = await open(config, progress);
      await using sender = openWebhookSender(config);
      const { webhook: added, secret } = await addWebhook(
        { ...opened, sender },
        opened.source,
        name,
        url,
        events?.split(','),
      );
      const json = { id: added.id, url: added.url, events: added.events, secret };
      return { json, text: `Added webhook ${added.id}.\n${secret}` };
    },
  );
}

function addList(webhook: Command): void {
  const list = webhook.command('list <customer>').description('list the webhooks of a customer');
  runs(list, async ({ config, progress }, [name = '']) => {
    await using opened = await open(config, progress);
    const { id } = await requireCustomer(opened.customers, name);
    const webhooks = await opened.webhooks.list(id);
    return { json: webhooks.map(toJson), text: webhooks.map(line).join('\n') || 'No webhooks.' };
  });
}

function addRemove(webhook: Command): void {
  const remove = webhook
    .command('remove <webhook-id>')
    .description('send nothing to a webhook any more');
  runs(remove, async ({ config, progress }, [id = '']) => {
    await using opened = await open(config, progress);
    const removed = await removeWebhook(opened, opened.source, id);
    return { json: toJson(removed), text: `Removed webhook ${id}.` };
  });
}

function addRelease(webhook: Command): void {
  const release = webhook
    .command('release')
    .description('send the messages that wait since a backup was restored');
  runs(release, async ({ config, progress }) => {
    await using opened = await open(config, progress);
    const released = await releaseWebhooks(opened, opened.source);
    return { json: { released }, text: released ? 'Messages are sent.' : 'No messages waited.' };
  });
}

function toJson({ id, url, events, createdAt, disabledAt }: Webhook) {
  return { id, url, events, created_at: createdAt, disabled_at: disabledAt };
}

function line({ id, url, events, disabledAt }: Webhook): string {
  const state = disabledAt ? `disabled ${disabledAt.toISOString()}` : events.join(', ');
  return [id, url, state].join('  ');
}
