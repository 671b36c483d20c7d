/**
 * Reads an image from standard input and writes it as PNG to standard output. A separate process, without
 * secrets, for one image: whatever a hostile file does to the decoder ends here.
 */
import { Transformer } from '@napi-rs/image';
import { endWithParent } from '@palisade/telemetry/end-with-parent';
import { LOGO_BOX, LOGO_LIMITS } from './logo-limits.ts';

endWithParent();
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const picture = new Transformer(Buffer.concat(chunks));
const { width, height } = await picture.metadata().catch((error: unknown) => {
  // The decoder's own limit is far above ours.
  if (/memory limit/iu.test(String(error))) return { width: Infinity, height: Infinity };
  throw error;
});
if (width > LOGO_LIMITS.edge || height > LOGO_LIMITS.edge || width * height > LOGO_LIMITS.pixels) {
  process.exitCode = 3;
} else {
  // Apply the camera's rotation (EXIF): the owner sees the rotated image everywhere else.
  picture.rotate();
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  if (scale < 1) picture.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  process.stdout.write(await picture.png());
}
