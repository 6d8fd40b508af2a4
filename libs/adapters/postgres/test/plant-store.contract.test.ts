import { plantStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

plantStoreContract('PostgreSQL', openTestStores);
