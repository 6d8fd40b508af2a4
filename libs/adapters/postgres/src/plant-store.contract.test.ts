import { plantStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

plantStoreContract('PostgreSQL', openTestStores);
