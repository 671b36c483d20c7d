import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PREFERENCES = {
  // Contexts of a look are private windows to Chromium, where it refuses cookies of other sites unless told otherwise.
  // Most visitors' windows are none, and the headless shell has no such difference: without this, the whole Chromium
  // would see no cookie of a tracker or of a payment frame.
  profile: { cookie_controls_mode: 0 },
  // After an error of TLS it would ask Google whether the network is shut, through the proxy of the page.
  alternate_error_pages: { enabled: false },
};

/**
 * Makes the folder of a profile.
 * @returns all that was made, to be handed to another user
 */
export async function makeProfile(profile: string): Promise<string[]> {
  const first = path.join(profile, 'Default');
  const preferences = path.join(first, 'Preferences');
  await mkdir(profile, { mode: 0o700 });
  await mkdir(first, { mode: 0o700 });
  await writeFile(preferences, JSON.stringify(PREFERENCES), { mode: 0o600 });
  return [profile, first, preferences];
}
