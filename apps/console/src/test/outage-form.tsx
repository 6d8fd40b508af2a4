import { vi } from 'vitest';
import { OutageForm } from '../unavailabilities/outage-form.tsx';
import { outage, plant } from './examples.ts';
import { type Received, serve } from './service.ts';
import { visit } from './visit.tsx';

const PLANTS = [plant(), plant({ id: 'p2', name: 'Teide', timezone: 'Atlantic/Canary' })];
export const LIST = '/api/v0/unavailabilities/';

/** A service; returns the requests that it has received, without those that only read. */
function changesOf(answers: Record<string, unknown>): Received[] {
  const changes: Received[] = [];
  const noted = (answer: unknown) => (request: Received) => {
    changes.push(request);
    return typeof answer === 'function' ? (answer as (got: Received) => unknown)(request) : answer;
  };
  serve(
    Object.fromEntries(
      Object.entries(answers).map(([what, answer]) => [
        what,
        what.startsWith('GET') ? answer : noted(answer),
      ]),
    ),
  );
  return changes;
}

/** Shows the form of an outage, a new one if none is known. */
export function openForm(known?: ReturnType<typeof outage>, answers: Record<string, unknown> = {}) {
  const received = changesOf({
    [`GET ${LIST}`]: [],
    [`POST ${LIST}`]: outage(),
    [`PATCH ${LIST}o1/`]: outage(),
    ...answers,
  });
  const onClose = vi.fn<() => void>();
  const form = known ? { outage: known } : {};
  return {
    received,
    onClose,
    user: visit(<OutageForm plants={PLANTS} {...form} onClose={onClose} />),
  };
}

export const bodies = (received: readonly Received[]) =>
  received.map(({ what, body }) => [what, body]);
