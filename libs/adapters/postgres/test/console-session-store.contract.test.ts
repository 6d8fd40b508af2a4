import { consoleSessionStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

consoleSessionStoreContract('PostgreSQL', openTestStores);
