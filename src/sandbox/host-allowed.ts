import { BlockList, isIP } from 'node:net';

export interface HostTarget {
  readonly host: string;
  readonly port: number;
}

/** `name:port`, or null when it is not that. An IPv6 address is in brackets. */
export function parseTarget(text: string): HostTarget | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '');
  const port = Number(digits);
  return host === undefined || host === '' || port < 1 || port > 65_535 ? null : { host, port };
}

/** Whether a list of `name`, `name:port` and `*.name` contains this target. */
export function hostAllowed({ host, port }: HostTarget, list: readonly string[]): boolean {
  return list.some((entry) => {
    const [, name, digits] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === undefined || port !== Number(digits ?? 443)) return false;
    if (name.startsWith('*.')) return host.endsWith(name.slice(1)) && host.length > name.length - 1;
    return host === name.replace(/^\[|\]$/g, '');
  });
}

/**
 * Whether the address that a name resolved to may be called. A name on the list must not lead to this machine or its
 * neighbours; to allow those, the list contains the address, or declares its names `near`: even then never this machine
 * itself.
 */
export function addressAllowed(address: string, host: string, near = false): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(host) !== 0 || !(near ? SELF : NEAR).check(address, family);
}

const SELF = new BlockList();
SELF.addSubnet('0.0.0.0', 8, 'ipv4');
SELF.addSubnet('127.0.0.0', 8, 'ipv4');
SELF.addSubnet('169.254.0.0', 16, 'ipv4'); // where cloud providers serve a machine its own keys
SELF.addSubnet('::', 127, 'ipv6');
SELF.addSubnet('fe80::', 10, 'ipv6');

const NEAR = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv6');
