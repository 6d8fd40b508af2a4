import { runProcess } from '@solano/process';
import { startWorker } from './compose.ts';

await runProcess(startWorker);
