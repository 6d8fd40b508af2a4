// A process with a worker, whose steps do as the argument says and report what they do on stdout,
// after the id of the process.
import { SolanoError } from '@solano/domain/kernel';
import { plannedEngine } from '@solano/tools/test-engine-process';
import type { TemporalCluster } from '../src/cluster.ts';
import { TemporalPurchaseRunner } from '../src/worker.ts';

const rejection = () => new SolanoError('report_rejected', 'It answered 422.');
const { engine, steps, log } = plannedEngine<TemporalCluster>(rejection);

process.stdout.write(`${JSON.stringify({ what: 'process', id: String(process.pid) })}\n`);
const runner = TemporalPurchaseRunner.run({ ...engine, steps, log });

process.once('SIGTERM', () => void runner.close());
