import type { JobQueue, JobSession } from '@solano/domain';
import { PURCHASE_JOB } from '@solano/domain';
import type { MemoryDatabase } from '@solano/memory';

/** What a session says of its jobs holds, also when it has been ended and others have them. */
export function withoutFence(session: JobSession, { jobs }: MemoryDatabase): JobSession {
  return {
    close: () => session.close(),
    turn(turn) {
      for (const { kind, subject } of turn.ended) jobs.delete(`${kind} ${subject}`);
      for (const { due: _, ...job } of turn.saved) {
        const row = jobs.get(`${job.kind} ${job.subject}`);
        if (!row) continue;
        Object.assign(row.job, job);
        row.holder = undefined;
        row.runAt = null;
      }
      return session.turn({ ...turn, ended: [], saved: [] });
    },
  };
}

/** The number of the attempt is lost. */
export function withoutCount(session: JobSession): JobSession {
  return {
    close: () => session.close(),
    turn: (turn) =>
      session.turn({ ...turn, saved: turn.saved.map((job) => ({ ...job, attempt: 1 })) }),
  };
}

/** A job is taken whether another holds it or not. */
export function takingOthers(session: JobSession, { jobs }: MemoryDatabase): JobSession {
  return {
    close: () => session.close(),
    async turn(turn) {
      const taken = await session.turn(turn);
      const wanted = turn.rooms.some(({ kind }) => kind === PURCHASE_JOB) && taken.length === 0;
      const held = [...jobs.values()].find(
        ({ holder, job }) => holder && job.kind === PURCHASE_JOB,
      );
      return wanted && held ? [structuredClone(held.job)] : taken;
    },
  };
}

/** A worker looks for jobs only when it is called, or has ended one. */
export function withoutPoll(queue: JobQueue): JobQueue {
  return {
    add: (jobs, entry) => queue.add(jobs, entry),
    async open(listener) {
      let isCalled = true;
      const onWork = () => {
        isCalled = true;
        listener.onWork();
      };
      const session = await queue.open({ onWork, onLost: (error) => listener.onLost(error) });
      return {
        close: () => session.close(),
        turn(turn) {
          const wants = isCalled || turn.ended.length + turn.saved.length + turn.due.length > 0;
          isCalled = false;
          return session.turn(wants ? turn : { ...turn, rooms: [] });
        },
      };
    },
  };
}
