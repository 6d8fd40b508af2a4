import { webhookWorkflowContract } from '@solano/domain/contracts';
import { openTestEngine } from './test-engine.ts';

// In a file of its own, as there is one engine in a process.
webhookWorkflowContract('embedded', openTestEngine);
