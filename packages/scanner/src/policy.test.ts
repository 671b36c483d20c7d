import { expect, it } from 'vitest';
import { ENGINE_VERSION } from './engine-version.ts';
import { policyFrom } from './policy.ts';

it.each([
  ['a published address', { PUBLIC_BASE_URL: 'https://scan.example/' }, ' (+https://scan.example/)'],
  ['where the API listens', { HOST: '192.0.2.7', PORT: 8080 }, ' (+http://192.0.2.7:8080/)'],
  ['the same over IPv6', { HOST: '::1', PORT: 3000 }, ' (+http://[::1]:3000/)'],
  ['no contact while the port is unknown', { HOST: '127.0.0.1', PORT: 0 }, ''],
])('requests identify the scanner and name %s', (_what, settings, contact) => {
  expect(policyFrom({ SCAN_ALLOW_PORTS: [443], ...settings }).userAgent).toBe(`Palisade/${ENGINE_VERSION}${contact}`);
});
