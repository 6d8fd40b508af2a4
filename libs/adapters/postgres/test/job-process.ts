// A process with a worker, whose steps do as the argument says and report what they do on stdout.

import { purchaseTask } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { JobWorker, messageTask } from '@solano/domain/service';
import { plannedEngine } from '@solano/tools/test-engine-process';
import { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';

const rejection = () => new SolanoError('report_rejected', 'It answered 422.');
const { engine: url, steps, deliveries, log, timers } = plannedEngine<string>(rejection);

const database = await PostgresDatabase.connect(url, { connections: 1 });
const queue = new PostgresJobQueue(database, url);
const tasks = [purchaseTask(steps, { log }), messageTask(deliveries)];
const worker = JobWorker.start({ queue, tasks, timers, log });

process.once('SIGTERM', () => void worker.close().then(() => database.close()));
