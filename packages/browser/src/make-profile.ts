import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PREFERENCES = {
  // To Chromium, the contexts of a visit are private windows, in which it blocks third-party cookies unless configured otherwise.
  // Most visitors do not use private windows, and the headless shell makes no such difference. Without this, the full Chromium
  // would see no cookie of a tracker or of a payment frame.
  profile: { cookie_controls_mode: 0 },
  // After a TLS error it would ask Google, through the page's proxy, whether the network has a captive portal.
  alternate_error_pages: { enabled: false },
};

/**
 * Creates a profile folder.
 * @returns everything that was created, so that it can be given to another user
 */
export async function makeProfile(profile: string): Promise<string[]> {
  const first = path.join(profile, 'Default');
  const preferences = path.join(first, 'Preferences');
  await mkdir(profile, { mode: 0o700 });
  await mkdir(first, { mode: 0o700 });
  await writeFile(preferences, JSON.stringify(PREFERENCES), { mode: 0o600 });
  return [profile, first, preferences];
}
