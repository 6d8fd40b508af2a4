import { directUpdatesContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

directUpdatesContract('PostgreSQL', openTestStores);
