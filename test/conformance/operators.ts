import { expect, it } from 'vitest';
import { json, type Service } from './service.ts';

export function operators(service: () => Service): void {
  it('get only a new key on standard output', async () => {
    const result = await service().stack.cli('keys', 'create', '--email', 'a@b.example');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^pal_live_[0-9A-Za-z]{36}\n$/);
    await json(await service().get('/api/verify-key', { 'x-api-key': result.stdout.trim() }));
  });

  it.each(['one-time', 'compliance'])('get only a %s token on standard output', async (kind) => {
    const result = await service().stack.cli('tokens', 'create', '--kind', kind, '--email', 'a@b.example');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^pal_(scan|comp)_[0-9A-Za-z]{36}\n$/);
  });

  it('list keys without showing any', async () => {
    const key = await service().cli('keys', 'create', '--email', 'listed@b.example');
    const listed = await service().cli('keys', 'list', '--email', 'listed@b.example');
    expect(listed).toContain(`…${key.slice(-4)}`);
    expect(listed).not.toContain(key.slice(9, 20));
  });

  it('are shown what is wrong with a command', async () => {
    const result = await service().stack.cli('keys', 'create', '--email', 'nobody');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('nobody is not an email address');
  });
}
