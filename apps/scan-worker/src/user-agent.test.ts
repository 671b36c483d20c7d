import { readConfig } from '@palisade/config/config';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { policyFrom } from '@palisade/scanner/policy';
import { expect, it } from 'vitest';

it.each([
  [{ PUBLIC_BASE_URL: 'https://scan.example/' }, '(+https://scan.example/)'],
  [{ HOST: '192.0.2.7', PORT: '8080' }, '(+http://192.0.2.7:8080/)'],
  [{}, '(+http://127.0.0.1:3000/)'],
])('requests of the workers name the address that the API has with %j', (given, address) => {
  const environment = { DATABASE_URL: 'postgresql://127.0.0.1/palisade', ...given };
  const { userAgent } = policyFrom(readWorkerConfig(environment));
  expect(userAgent).toContain(address);
  expect(userAgent).toBe(policyFrom(readConfig(environment)).userAgent);
});
