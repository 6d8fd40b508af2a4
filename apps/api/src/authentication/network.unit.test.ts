import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['192.0.2.1', '::ffff:192.0.2.1'],
  ['192.0.2.1', '::ffff:c000:201'],
  ['192.0.2.1', '0:0:0:0:0:FFFF:192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0:ffff::'],
  ['2001:DB8:0:7::1', '2001:db8:0:7:1:2:3:4'],
  ['::1', '::2'],
  ['fe80::1%eth0', 'fe80::2%eth1'],
  ['64:ff9b::192.0.2.1', '64:ff9b::'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::'],
])('%s and %s are one caller', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

test.each([
  ['192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ['2001:db8:0:7::1', '2001:db8:0:8::1'],
  ['192.0.2.1', '::192.0.2.1'],
  ['', '::1'],
  ['unknown', 'other'],
])('%s and %s are two callers', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});
