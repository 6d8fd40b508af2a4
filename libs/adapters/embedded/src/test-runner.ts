// A process with an engine, whose steps do as the argument says and tell what they do on stdout.
import { SolanoError } from '@solano/domain';
import { plannedEngine } from '@solano/tools/test-engine-process';
import { EmbeddedPurchaseRunner } from './runner.ts';

const refusal = () => new SolanoError('callback_rejected', 'It answered 422.');
const { engine: databaseUrl, steps, deliveries, log } = plannedEngine<string>(refusal);

const runner = EmbeddedPurchaseRunner.run({ databaseUrl, steps, deliveries, log });

process.once('SIGTERM', () => void runner.close());
