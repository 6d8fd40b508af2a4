// A process with an engine, whose steps do as the argument says and tell what they do on stdout.
import { setTimeout as pause } from 'node:timers/promises';
import { SolanoError } from '@solano/domain';
import { EmbeddedPurchaseRunner } from './runner.ts';
import type { EngineEvent, EnginePlan } from './test-process.ts';

const plan = JSON.parse(process.argv[2] ?? '') as EnginePlan;

function tell(event: EngineEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function step(name: string, id: string, reason?: string): Promise<void> {
  tell({ what: `${name} starts`, id, ...(reason === undefined ? {} : { reason }) });
  if (plan.hold === name) await new Promise(() => {});
  if (plan.stepMs !== undefined) await pause(plan.stepMs);
  if (plan.refuse === name) throw new SolanoError('callback_refused', 'It answered 413.');
  tell({ what: `${name} ends`, id });
}

const log = (_: object, message: string) => tell({ what: 'log', message });

const runner = EmbeddedPurchaseRunner.run({
  databaseUrl: plan.url,
  steps: {
    async begin(id) {
      await step('begin', id);
      return true;
    },
    complete: (id) => step('complete', id),
    abandon: (id, reason) => step('abandon', id, reason),
  },
  log: { info: log, warn: log, error: log },
});

process.once('SIGTERM', () => void runner.close());
