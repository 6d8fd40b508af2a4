import { planStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

planStoreContract('PostgreSQL', openTestStores);
