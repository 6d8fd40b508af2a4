import { keyStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

keyStoreContract('PostgreSQL', openTestStores);
