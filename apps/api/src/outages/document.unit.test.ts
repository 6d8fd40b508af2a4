import { OUTAGE_HEADERS } from '@solano/domain/assets';
import { expect, test } from 'vitest';
import { UPLOAD_OUTAGES, UPLOAD_OUTAGES_BY_TOKEN } from './document.ts';

test.each([
  ['upload of one plant', UPLOAD_OUTAGES],
  ['token upload', UPLOAD_OUTAGES_BY_TOKEN],
])(
  'the %s describes every column of an outage file, its synonyms and units',
  (_, { description }) => {
    for (const name of [...OUTAGE_HEADERS, 'MW', 'kW', '%'])
      expect(description).toContain(`\`${name}\``);
  },
);
