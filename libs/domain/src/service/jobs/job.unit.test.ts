import { SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { advance, type Job } from './job.ts';
import { attemptsWithin, RETRIES } from './retries.ts';

const job: Job = {
  kind: 'k',
  subject: '1',
  lane: 'l',
  step: 'begin',
  reason: 'because',
  attempt: 3,
};
const kept = { kind: 'k', subject: '1', step: 'begin', reason: 'because' };
const abandoned = { step: 'abandon', reason: 'It failed.' };
const task = { retries: RETRIES, giveUp: () => abandoned };
const away = new SolanoError('report_unavailable', 'Away.');

describe('a step that worked', () => {
  test('a step that worked ends the job where no other follows', () => {
    expect(advance(task, job, { next: undefined })).toBeUndefined();
  });

  test('a step that worked continues with the next at its first attempt', () => {
    const next = { kind: 'k', subject: '1', step: 'complete', reason: '' };
    const fresh = { attempt: 1, due: 'now' };
    expect(advance(task, job, { next: { step: 'complete' } })).toEqual({ ...next, ...fresh });
  });

  test('a step that worked may continue later', () => {
    const due = { at: new Date('2026-11-22T10:00:00Z') };
    expect(advance(task, job, { next: { step: '', due } })).toMatchObject({ step: '', due });
  });
});

describe('a step that failed', () => {
  test('a step that failed is retried after a pause for a transient reason', () => {
    const due = { afterMs: 4_000 };
    const retried = { ...kept, attempt: 4, due };
    expect(advance(task, job, { error: away })).toEqual(retried);
  });

  test.each(['computation_failed', 'report_rejected'] as const)(
    'a step that failed is given up at once for a final reason: %s',
    (code) => {
      const error = new SolanoError(code, 'Never.');
      const next = { kind: 'k', subject: '1', ...abandoned, attempt: 1 };
      expect(advance(task, job, { error })).toEqual({ ...next, due: 'now' });
    },
  );

  test('a step is given up after its last attempt, and the job with it where no step follows', () => {
    const last = attemptsWithin(RETRIES, RETRIES.forMs);
    expect(advance(task, { ...job, attempt: last - 1 }, { error: away })).toMatchObject(kept);
    expect(advance(task, { ...job, attempt: last }, { error: away })).toMatchObject(abandoned);
    const end = { retries: RETRIES, giveUp: () => undefined };
    expect(advance(end, { ...job, attempt: last }, { error: away })).toBeUndefined();
  });
});
