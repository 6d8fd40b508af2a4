import type { EngineSteps } from '@solano/domain/contracts';
import {
  jobQueueContract,
  openJobEngine,
  purchaseWorkflowContract,
  webhookMessagesContract,
} from '@solano/domain/contracts';
import { MemoryAuditLog, MemoryDatabase, MemoryJobQueue } from '../src/index.ts';
import type { MemoryWorkerConnection } from '../src/jobs/job-queue.ts';

jobQueueContract('memory', async () => {
  const database = new MemoryDatabase();
  let moved = 0;
  const open = () => new MemoryJobQueue(database, () => new Date(Date.now() + moved));
  return {
    queue: open(),
    reopen: async () => open(),
    entries: () => new MemoryAuditLog(database).list({ limit: 10 }),
    lose: (connection) => (connection as MemoryWorkerConnection).lose(),
    async moveClock(ms) {
      moved += ms;
    },
    [Symbol.asyncDispose]: async () => {},
  };
});

purchaseWorkflowContract('memory', (steps) => openEngine({ steps }));
webhookMessagesContract('memory', openEngine);

function openEngine(engine: EngineSteps) {
  const queue = new MemoryJobQueue(new MemoryDatabase(), () => new Date());
  return openJobEngine(queue, engine);
}
