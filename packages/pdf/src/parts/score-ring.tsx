import { Path, Svg, Text, View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { ReactNode } from 'react';
import { GRADE_COLOR, INK } from '../theme.ts';

/** The grade inside an arc whose length shows the score. */
export function ScoreRing({
  report,
  size,
  onDark = false,
}: {
  report: Pick<ScanReport, 'grade' | 'score' | 'provisional'>;
  size: number;
  onDark?: boolean;
}): ReactNode {
  const stroke = size * 0.085;
  const radius = (size - stroke) / 2;
  const color = GRADE_COLOR[report.grade];
  const gradeSize = size * 0.34;
  const scoreSize = size * 0.095;
  return (
    <View style={{ width: size, height: size }}>
      <Svg width={size} height={size} viewBox={`0 0 ${size} ${size}`}>
        <Path
          d={arc(size / 2, radius, 1)}
          stroke={onDark ? INK.nightLine : INK.line}
          strokeWidth={stroke}
          fill="none"
        />
        {report.score > 0 ? (
          <Path
            d={arc(size / 2, radius, report.score / 100)}
            stroke={color}
            strokeWidth={stroke}
            strokeLinecap="round"
            fill="none"
          />
        ) : null}
      </Svg>
      <View
        style={{
          position: 'absolute',
          top: 0,
          left: 0,
          width: size,
          height: size,
          justifyContent: 'center',
          alignItems: 'center',
        }}
      >
        <Text style={{ fontSize: gradeSize, lineHeight: 1.1, fontWeight: 700, color: onDark ? INK.white : INK.night }}>
          {report.grade}
        </Text>
        <Text style={{ fontSize: scoreSize, lineHeight: 1.3, color: onDark ? INK.nightSoft : INK.soft }}>
          {`${report.score} / 100`}
        </Text>
        {report.provisional ? (
          <Text style={{ fontSize: scoreSize * 0.85, lineHeight: 1.3, color: onDark ? INK.white : INK.text }}>
            provisional
          </Text>
        ) : null}
      </View>
    </View>
  );
}

/** Clockwise from the top. A full circle is drawn as two halves, because an arc that ends at its start has no length. */
function arc(center: number, radius: number, part: number): string {
  const at = (turn: number) => {
    const angle = (turn - 0.25) * 2 * Math.PI;
    return `${(center + radius * Math.cos(angle)).toFixed(3)} ${(center + radius * Math.sin(angle)).toFixed(3)}`;
  };
  const to = (turn: number) => `A ${radius} ${radius} 0 0 1 ${at(turn)}`;
  return part > 0.5 ? `M ${at(0)} ${to(0.5)} ${to(Math.min(part, 0.9999))}` : `M ${at(0)} ${to(part)}`;
}
