import { type JobQueue, PURCHASE_JOB, type WorkerConnection } from '@solano/domain/service';
import type { MemoryDatabase } from '@solano/memory';

/** A connection's reports of its jobs count, also when it has been ended and others have them. */
export function withoutFence(
  connection: WorkerConnection,
  { jobs }: MemoryDatabase,
): WorkerConnection {
  return {
    close: () => connection.close(),
    reportAndClaim(report) {
      for (const { kind, subject } of report.ended) jobs.delete(`${kind} ${subject}`);
      for (const { due: _, ...job } of report.saved) {
        const row = jobs.get(`${job.kind} ${job.subject}`);
        if (!row) continue;
        Object.assign(row.job, job);
        row.holder = undefined;
        row.runAt = null;
      }
      return connection.reportAndClaim({ ...report, ended: [], saved: [] });
    },
  };
}

/** The number of the attempt is lost. */
export function withoutCount(connection: WorkerConnection): WorkerConnection {
  return {
    close: () => connection.close(),
    reportAndClaim: (report) =>
      connection.reportAndClaim({
        ...report,
        saved: report.saved.map((job) => ({ ...job, attempt: 1 })),
      }),
  };
}

/** A job is taken whether another holds it or not. */
export function takingOthers(
  connection: WorkerConnection,
  { jobs }: MemoryDatabase,
): WorkerConnection {
  return {
    close: () => connection.close(),
    async reportAndClaim(report) {
      const taken = await connection.reportAndClaim(report);
      const isIdleClaim =
        report.claims.some(({ kind }) => kind === PURCHASE_JOB) && taken.length === 0;
      const held = [...jobs.values()].find(
        ({ holder, job }) => holder && job.kind === PURCHASE_JOB,
      );
      return isIdleClaim && held ? [structuredClone(held.job)] : taken;
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
      const connection = await queue.open({ onWork, onLost: (error) => listener.onLost(error) });
      return {
        close: () => connection.close(),
        reportAndClaim(report) {
          const wants =
            isCalled || report.ended.length + report.saved.length + report.due.length > 0;
          isCalled = false;
          return connection.reportAndClaim(wants ? report : { ...report, claims: [] });
        },
      };
    },
  };
}
