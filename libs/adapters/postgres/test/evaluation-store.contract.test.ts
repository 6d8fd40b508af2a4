import { evaluationStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

evaluationStoreContract('PostgreSQL', openTestStores);
