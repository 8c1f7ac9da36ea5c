import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** The certificate to trust, in PEM. */
  readonly cert: string;
  identityOf(host: string): Identity;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Our own certificate authority. It lasts as long as this process, and its key never leaves memory. It only signs for
 * hosts inside a sandbox, where the programs are told to trust it.
 */
export function certificateAuthority(now: Date): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = distinguished('Assay, inside a sandbox');
  const issuer = { name, key: keys.privateKey, id: keyId(keys.publicKey) };
  const times = { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + 30 * DAY_MS) };
  const cert = certificate(issuer, { name, publicKey: keys.publicKey, ...times }, [
    extension(OID.basicConstraints, sequence(BOOLEAN_TRUE), true),
    extension(OID.keyUsage, KEY_CERT_SIGN, true),
    extension(OID.subjectKeyId, tlv(0x04, issuer.id)),
  ]);
  return {
    cert,
    identityOf(host) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificate(issuer, { name: distinguished(host.slice(0, 64)), publicKey: own.publicKey, ...times }, [
          extension(OID.basicConstraints, sequence(), true),
          extension(OID.keyUsage, DIGITAL_SIGNATURE, true),
          extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
          extension(OID.subjectAltName, sequence(alternative(host))),
          extension(OID.subjectKeyId, tlv(0x04, keyId(own.publicKey))),
          extension(OID.authorityKeyId, sequence(tlv(0x80, issuer.id))),
        ]),
      };
    },
  };
}

interface Issuer {
  readonly name: Buffer;
  readonly key: KeyObject;
  readonly id: Buffer;
}

interface Subject {
  readonly name: Buffer;
  readonly publicKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
}

/** X.509 version 3 (RFC 5280), signed with ECDSA and SHA-256. */
function certificate(issuer: Issuer, subject: Subject, extensions: readonly Buffer[]): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)]);
  const content = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    issuer.name,
    sequence(time(subject.from), time(subject.to)),
    subject.name,
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const der = sequence(content, algorithm, bits(sign('sha256', content, issuer.key)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const OID = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const;

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts));
const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes);
const bits = (bytes: Buffer): Buffer => tlv(0x03, Buffer.concat([Buffer.from([0]), bytes]));
/** The format of certificates until 2050: the year has two digits. */
const time = (at: Date): Buffer => tlv(0x17, Buffer.from(at.toISOString().replaceAll(/^\d\d|[-:T]|\.\d+/g, '')));

const BOOLEAN_TRUE = tlv(0x01, Buffer.from([0xff]));
/** Bit 5, and bit 0, of the key's uses; the first byte counts those that are left over at the end. */
const KEY_CERT_SIGN = tlv(0x03, Buffer.from([2, 0b0000_0100]));
const DIGITAL_SIGNATURE = tlv(0x03, Buffer.from([7, 0b1000_0000]));

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(septets)]));
}

/** Seven bits a byte; all but the last have the eighth set. */
function septets(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

const distinguished = (name: string): Buffer =>
  sequence(tlv(0x31, sequence(oid(OID.commonName), tlv(0x0c, Buffer.from(name)))));

const extension = (id: string, content: Buffer, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [BOOLEAN_TRUE] : []), tlv(0x04, content));

/** A name, or an address of version 4. */
const alternative = (host: string): Buffer =>
  isIP(host) === 4 ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host));

const keyId = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
