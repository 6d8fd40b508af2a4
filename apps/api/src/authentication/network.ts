import { isIP, isIPv4 } from 'node:net';

/**
 * Returns the part of an IP address that belongs to one caller: all of IPv4, the first 64 bits of
 * IPv6. An IPv4 address written as IPv6 counts as the same. Other texts stay as they are.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIP(plain) === 0) return address;
  const groups = groupsOf(isIPv4(plain) ? `::ffff:${plain}` : plain);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return (isMapped ? groups.slice(6) : groups.slice(0, 4)).join(':');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}
