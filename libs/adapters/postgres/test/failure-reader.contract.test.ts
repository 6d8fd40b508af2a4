import { failureReaderContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

failureReaderContract('PostgreSQL', openTestStores);
