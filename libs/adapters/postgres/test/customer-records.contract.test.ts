import { customerRecordsContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

customerRecordsContract('PostgreSQL', openTestStores);
