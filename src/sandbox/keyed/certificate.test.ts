import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { certificateAuthority } from './certificate.ts';

const NOW = new Date();

it('G10.10 our own authority vouches for the named host, and for no other', async () => {
  const authority = certificateAuthority(NOW);
  const leaf = new X509Certificate(authority.identityOf('npm.corp.example').cert);
  const root = new X509Certificate(authority.cert);
  expect(root.ca).toBe(true);
  expect(leaf.ca).toBe(false);
  expect(leaf.checkIssued(root) && leaf.verify(root.publicKey)).toBe(true);
  expect(leaf.checkHost('npm.corp.example')).toBe('npm.corp.example');
  expect(leaf.checkHost('other.example')).toBeUndefined();
  expect(new X509Certificate(authority.identityOf('10.1.2.3').cert).checkIP('10.1.2.3')).toBe('10.1.2.3');
  expect(certificateAuthority(NOW).cert).not.toBe(authority.cert);

  const server = createServer(authority.identityOf('npm.corp.example'), (_, response) => response.end('ok'));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server on TCP has one
  const reach = async (servername: string, ca: string): Promise<string> => {
    const socket = connect({ port, host: '127.0.0.1', servername, ca });
    onTestFinished(() => void socket.destroy());
    return once(socket, 'secureConnect').then(
      () => 'trusted',
      (error) => error.code,
    );
  };
  expect(await reach('npm.corp.example', authority.cert)).toBe('trusted');
  expect(await reach('other.example', authority.cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await reach('npm.corp.example', certificateAuthority(NOW).cert)).not.toBe('trusted');
});
