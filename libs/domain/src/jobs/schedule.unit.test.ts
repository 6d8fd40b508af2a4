import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../time/durations.ts';
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
  ])('is %s', (_, times, after, expected) => {
    expect(nextTime(times, Date.parse(after)).toISOString()).toBe(expected);
  });

  test.each([
    ['2026-03-29', 23],
    ['2026-06-01', 24],
    ['2026-10-25', 25],
  ])('of every hour comes on %s %d times', (day, expected) => {
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
    misconfigured: 0,
  };

  function setUp(now: string, run = async () => {}) {
    let ran = 0;
    const logged: object[] = [];
    const log = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) };
    const schedule = {
      name: 'purge',
      times: ['03:10', '15:00'],
      run() {
        ran += 1;
        return run();
      },
    };
    const task = scheduleTask([schedule], { clock: () => new Date(now), log });
    return { task, logged, ran: () => ran };
  }

  test('has its job from the start, for its next time', () => {
    const { task } = setUp('2026-11-22T12:00:00Z');
    const at = new Date('2026-11-22T14:00:00Z');
    const expected = [{ kind: 'schedule', subject: 'purge', lane: 'purge', at }];
    expect(task.standing?.()).toEqual(expected);
  });

  test('runs, however late, and continues at the next time', async () => {
    const { task, ran } = setUp('2026-11-22T22:00:00Z');
    const late = { ...job, reason: '2026-11-20T02:10:00.000Z' };
    const at = new Date('2026-11-23T02:10:00Z');
    expect(await task.step(late)).toEqual({ step: '', reason: at.toISOString(), due: { at } });
    expect(ran()).toBe(1);
  });

  test('does not run twice for a time that this process’s clock has not reached yet', async () => {
    const { task } = setUp('2026-11-22T13:59:59Z');
    const next = await task.step({ ...job, reason: '2026-11-22T14:00:00.000Z' });
    expect(next).toMatchObject({ due: { at: new Date('2026-11-23T02:10:00Z') } });
  });

  test('follows a clock that has stepped back', async () => {
    const { task } = setUp('2026-11-22T12:00:00Z');
    const next = await task.step({ ...job, reason: '2027-11-22T14:00:00.000Z' });
    expect(next).toMatchObject({ due: { at: new Date('2026-11-22T14:00:00Z') } });
  });

  test('is logged when it is given up, and runs again at its next time', () => {
    const { task, logged } = setUp('2026-11-22T12:00:00Z');
    const err = new Error('odd');
    const at = new Date('2026-11-22T14:00:00Z');
    expect(task.giveUp(job, err)).toMatchObject({ due: { at } });
    expect(logged).toEqual([{ schedule: 'purge', err }]);
  });

  test('is ended if this release does not know it', async () => {
    const { task, ran } = setUp('2026-11-22T12:00:00Z');
    expect(await task.step({ ...job, subject: 'other' })).toBeUndefined();
    expect(task.giveUp({ ...job, subject: 'other' }, new Error('odd'))).toBeUndefined();
    expect(ran()).toBe(0);
  });
});
