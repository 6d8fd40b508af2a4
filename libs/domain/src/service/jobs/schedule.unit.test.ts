import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { Job } from './job.ts';
import { hourly, nextTime, scheduleTask } from './schedule.ts';

describe('the next time', () => {
  test.each([
    ['later today', ['03:10', '15:00'], '2026-11-22T12:00:00Z', '2026-11-22T14:00:00.000Z'],
    ['tomorrow', ['03:10', '15:00'], '2026-11-22T14:00:00Z', '2026-11-23T02:10:00.000Z'],
    ['in summer time', ['15:00'], '2026-07-01T00:00:00Z', '2026-07-01T13:00:00.000Z'],
    [
      'not in the hour that spring leaves out',
      ['02:30'],
      '2026-03-28T12:00:00Z',
      '2026-03-30T00:30:00.000Z',
    ],
    ['first of two in autumn', ['02:30'], '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['second of two in autumn', ['02:30'], '2026-10-25T00:30:00Z', '2026-10-25T01:30:00.000Z'],
    ['never the present', ['15:00'], '2026-11-22T14:00:00Z', '2026-11-23T14:00:00.000Z'],
  ])('the next time is %s', (_, times, after, expected) => {
    expect(nextTime(times, Date.parse(after)).toISOString()).toBe(expected);
  });

  test.each([
    ['2026-03-29', 23],
    ['2026-06-01', 24],
    ['2026-10-25', 25],
  ])('the next time of every hour on %s comes %d times', (day, expected) => {
    const midnight = nextTime(['00:00'], Date.parse(`${day}T00:00:00Z`) - DAY_MS).getTime();
    const end = nextTime(['00:00'], midnight).getTime();
    const times: number[] = [];
    for (let at = midnight; at < end; at = nextTime(hourly('20'), at).getTime()) times.push(at);
    expect(times.length - 1).toBe(expected);
  });
});

describe('a schedule', () => {
  const job: Job = {
    kind: 'schedule',
    subject: 'purge',
    lane: 'purge',
    step: '',
    reason: '',
    attempt: 1,
  };

  function setUp(now: string, { times = ['03:10', '15:00'] } = {}) {
    let ran = 0;
    const logged: object[] = [];
    const log = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) };
    const schedule = {
      name: 'purge',
      times,
      async run() {
        ran += 1;
      },
    };
    const task = scheduleTask([schedule], { clock: () => new Date(now), log });
    return { task, logged, ran: () => ran };
  }

  /** The job's next state; the task does not run it before its time. */
  const waits = (reason: string, at = reason) => {
    return { step: '', reason, due: { at: new Date(at) } };
  };

  test('a schedule has its job from the start, which first plans when to run', async () => {
    const { task, ran } = setUp('2026-11-22T13:30:00Z');
    expect(task.initialJobs?.()).toEqual([{ kind: 'schedule', subject: 'purge', lane: 'purge' }]);
    expect(await task.step(job)).toEqual(waits('2026-11-22T14:00:00.000Z'));
    expect(ran()).toBe(0);
  });

  test('a schedule runs, however late, and continues at the next time', async () => {
    const { task, ran } = setUp('2026-11-22T22:00:00Z');
    const late = { ...job, reason: '2026-11-20T02:10:00.000Z' };
    const next = waits('2026-11-23T02:10:00.000Z', '2026-11-22T23:00:00.000Z');
    expect(await task.step(late)).toEqual(next);
    expect(ran()).toBe(1);
  });

  test.each([
    ['a second before', '2026-11-22T13:59:59Z', '2026-11-22T14:00:00.000Z'],
    [
      'hours before, of which it waits one at a time',
      '2026-11-22T10:00:00Z',
      '2026-11-22T11:00:00.000Z',
    ],
  ])('a schedule does not run before its time: %s', async (_, now, at) => {
    const { task, ran } = setUp(now);
    const reason = '2026-11-22T14:00:00.000Z';
    expect(await task.step({ ...job, reason })).toEqual(waits(reason, at));
    expect(ran()).toBe(0);
  });

  test('a schedule does not run again for a time that this process’s clock has not reached yet', async () => {
    const { task, ran } = setUp('2026-11-22T13:59:59Z', { times: hourly('00', '01') });
    const reason = '2026-11-22T14:01:00.000Z';
    expect(await task.step({ ...job, reason })).toEqual(waits(reason));
    expect(ran()).toBe(0);
  });

  test('a schedule follows a clock that was ahead and is right again', async () => {
    const { task, ran } = setUp('2026-11-22T13:30:00Z');
    const next = await task.step({ ...job, reason: '2026-11-23T14:00:00.000Z' });
    expect(next).toEqual(waits('2026-11-22T14:00:00.000Z'));
    expect(ran()).toBe(0);
    expect(task.maxDelayMs).toBe(61 * MINUTE_MS);
  });

  test('a schedule is logged when it is given up, and runs again at its next time', () => {
    const { task, logged } = setUp('2026-11-22T13:30:00Z');
    const err = new Error('odd');
    expect(task.giveUp(job, err)).toEqual(waits('2026-11-22T14:00:00.000Z'));
    expect(logged).toEqual([{ schedule: 'purge', err }]);
  });

  test('a schedule waits for a process of the release that knows it', async () => {
    const { task, ran } = setUp('2026-11-22T12:00:00Z');
    const reason = '2026-11-22T11:00:00.000Z';
    const other = { ...job, subject: 'other', reason };
    expect(await task.step(other)).toEqual(waits(reason, '2026-11-22T13:00:00.000Z'));
    expect(task.giveUp(other, new Error('odd'))).toMatchObject({ reason });
    expect(ran()).toBe(0);
  });
});
