import type { RunHour } from '@crossdock/client'
import { useTheme } from '@mui/material/styles'

const height = 100
const gap = 0.24

interface HourBarsProps {
  hours: readonly RunHour[]
  /** What the highest bar could reach. */
  top: number
  label: string
  titleOf: (hour: RunHour) => string
}

/**
 * A bar for each hour, what failed at its foot. By hand: a library for charts is 90 kB of what is sent, and this is what it
 * would draw.
 */
export function HourBars({ hours, top, label, titleOf }: HourBarsProps) {
  const { palette } = useTheme()
  const { danger, info } = palette.tones
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
        const good = hour.runs - hour.failed
        return (
          <g key={hour.hour}>
            <title>{titleOf(hour)}</title>
            {/* The whole column answers to the pointer. */}
            <rect x={at} width={1} height={height} fill="transparent" />
            <rect {...bar} y={height - size(hour.runs)} height={size(good)} fill={info.bar} />
            <rect
              {...bar}
              y={height - size(hour.failed)}
              height={size(hour.failed)}
              fill={danger.bar}
            />
          </g>
        )
      })}
    </svg>
  )
}
