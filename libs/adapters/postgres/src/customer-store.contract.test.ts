import { customerStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

customerStoreContract('PostgreSQL', openTestStores);
