import { fileURLToPath } from 'node:url';
import type { Grade } from '@palisade/report/report';
import { openFont } from '../glyphs.ts';
import { Canvas, type Color, type Point } from './canvas.ts';
import { letters, widthOf } from './letters.ts';

const [WIDTH, HEIGHT] = [1200, 630];
const PAPER: Color = [251, 250, 247];
const INK: Color = [23, 33, 29];
const SOFT: Color = [77, 90, 83];
const WHITE: Color = [255, 255, 255];
const GRADE_COLORS: Readonly<Record<string, Color>> = {
  A: [31, 111, 84],
  B: [70, 112, 27],
  C: [122, 96, 0],
  D: [152, 81, 0],
  F: [179, 38, 30],
};
const FACES = import.meta.resolve('@fontsource/inter/package.json');

/** The preview image of a link to a report in messengers and social networks: grade, host and score, 1200 by 630, as PNG. */
export async function reportPicture(shown: {
  grade: Grade;
  score: number;
  host: string;
  serviceName: string;
  provisional: boolean;
}): Promise<Buffer> {
  const [bold, regular] = [face(700), face(400)];
  const canvas = new Canvas(WIDTH, HEIGHT, PAPER);
  canvas.paint([circle([250, 300], 160)], GRADE_COLORS[shown.grade.charAt(0)] ?? INK);
  const grade = widthOf(bold, shown.grade, 180);
  canvas.paint(letters(bold, shown.grade, 180, [250 - grade / 2, 365]), WHITE);
  const host = fitted(shown.host);
  const size = Math.min(64, (64 * 680) / widthOf(bold, host, 64));
  canvas.paint(letters(bold, host, size, [460, 300]), INK);
  const verdict = `${shown.score} of 100${shown.provisional ? ', provisional' : ''}`;
  canvas.paint(letters(regular, verdict, 44, [460, 365]), SOFT);
  canvas.paint(letters(regular, fitted(shown.serviceName), 32, [60, 580]), SOFT);
  return canvas.png();
}

function face(weight: 400 | 700) {
  return openFont(fileURLToPath(new URL(`files/inter-latin-${weight}-normal.woff`, FACES)));
}

/** Latin letters only, and a limited number: hosts are A-labels, but the service's name may be anything. */
function fitted(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e\u00a0-\u00ff]/g, '');
  return plain.length > 60 ? `${plain.slice(0, 57)}...` : plain || ' ';
}

function circle([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: 96 }, (_, step) => {
    const angle = (step / 96) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
