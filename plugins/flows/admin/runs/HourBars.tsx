import type { RunHour } from '@crossdock/client'
import { useTheme } from '@mui/material/styles'

const height = 100
const gap = 0.24
/** Minimum height of a part of a bar, so that one failed run among hundreds is visible. */
const least = 3

interface HourBarsProps {
  hours: readonly RunHour[]
  /** The scale: the highest possible bar. */
  top: number
  label: string
  titleOf: (hour: RunHour) => string
}

/**
 * A bar for each hour: failed runs at the bottom, active runs as an outline on top. Drawn without a chart
 * library, which would add 90 kB.
 */
export function HourBars({ hours, top, label, titleOf }: HourBarsProps) {
  const { palette } = useTheme()
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${hours.length} ${height}`}
      preserveAspectRatio="none"
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
    >
      {[0, 0.5, 1].map((part) => (
        <line
          key={part}
          x2={hours.length}
          y1={height * part}
          y2={height * part}
          stroke={palette.divider}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {hours.map((hour, at) => {
        const size = (runs: number) => (runs / top) * height
        const bar = { x: at + gap / 2, width: 1 - gap }
        const red = hour.failed > 0 ? Math.max(least, size(hour.failed)) : 0
        const open = hour.running
        const grey = Math.max(0, size(hour.runs - open) - red)
        return (
          <g key={hour.hour}>
            <title>{titleOf(hour)}</title>
            {/* The whole column reacts to the pointer. */}
            <rect x={at} width={1} height={height} fill="transparent" />
            {open > 0 && (
              <rect
                {...bar}
                y={height - red - grey - size(open)}
                height={size(open)}
                fill="none"
                stroke={palette.chart}
                vectorEffect="non-scaling-stroke"
              />
            )}
            <rect {...bar} y={height - red - grey} height={grey} fill={palette.chart} />
            <rect {...bar} y={height - red} height={red} fill={palette.tones.danger.bar} />
          </g>
        )
      })}
    </svg>
  )
}
