import { spreadCurveStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

spreadCurveStoreContract('PostgreSQL', openTestStores);
