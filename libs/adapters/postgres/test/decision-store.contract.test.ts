import { decisionStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

decisionStoreContract('PostgreSQL', openTestStores);
