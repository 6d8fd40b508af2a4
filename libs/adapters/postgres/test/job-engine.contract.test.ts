import { purchaseWorkflowContract, webhookMessagesContract } from '@solano/domain/contracts';
import { openTestEngine } from './engine.ts';

purchaseWorkflowContract('postgres', (steps) => openTestEngine({ steps }));
webhookMessagesContract('postgres', openTestEngine);
