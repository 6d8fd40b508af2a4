// Set-up file of all tests: every fast-check property draws its examples from the seed of the run.
import { times } from '@solano/domain/contracts/thoroughness';
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('seed'), numRuns: times(100) });
