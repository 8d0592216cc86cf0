import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTheme } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** The height of every chart in SVG units. The width is one unit for each point. */
export const chartHeight = 100

export interface ChartProps {
  /** The label for screen readers. */
  label: string
  /** The labels of the vertical axis, from the top: two grid lines and the base line. */
  axis: readonly string[]
  /** Time labels below the chart, left to right. Few enough that none is cut. */
  times: readonly string[]
  /** Number of points. */
  points: number
  height?: number
  /** The content: SVG in `points` by 100 units. */
  children: ReactNode
}

/**
 * A frame for bars or lines: two grid lines, axis labels at the left, times below. Uses no chart library, because a
 * library would add 90 kB.
 */
export function Chart({ label, axis, times, points, height = 140, children }: ChartProps) {
  const { palette } = useTheme()
  return (
    <Box sx={{ display: 'flex', gap: 1.25 }}>
      <Box aria-hidden sx={{ ...axisBox, height: height + 16, mt: -1 }}>
        {axis.map((one, at) => (
          <Typography key={at} variant="caption" color="textSecondary" sx={{ lineHeight: '16px' }}>
            {one}
          </Typography>
        ))}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ position: 'relative', height }}>
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${points} ${chartHeight}`}
            preserveAspectRatio="none"
            style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
          >
            {[0, 0.5, 1].map((part) => (
              <line
                key={part}
                x2={points}
                y1={chartHeight * part}
                y2={chartHeight * part}
                stroke={palette.divider}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {children}
          </svg>
        </Box>
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
          {times.map((one, at) => (
            <Typography key={at} variant="caption" color="textSecondary" noWrap>
              {one}
            </Typography>
          ))}
        </Box>
      </Box>
    </Box>
  )
}

const axisBox = {
  minWidth: 28,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  textAlign: 'right',
  whiteSpace: 'nowrap',
} as const

interface LineProps {
  values: readonly (number | null)[]
  top: number
  color: string
  /** Fills the area below the line. */
  fill?: string
}

/** A line chart, with gaps where values are missing. */
export function Line({ values, top, color, fill }: LineProps) {
  const y = (value: number) => chartHeight - Math.min(1, value / top) * chartHeight
  const parts: string[] = []
  let isOpen = false
  for (const [at, value] of values.entries()) {
    if (value === null) isOpen = false
    else {
      // Draw a point without neighbors as a short line, so that it is visible.
      const alone = !isOpen && (values[at + 1] ?? null) === null
      parts.push(`${isOpen ? 'L' : 'M'}${at + (alone ? 0.2 : 0.5)} ${y(value)}`)
      if (alone) parts.push(`L${at + 0.8} ${y(value)}`)
      isOpen = true
    }
  }
  const path = parts.join(' ')
  return (
    <>
      {fill && path && <path d={`${path} V${chartHeight} H0.5 Z`} fill={fill} stroke="none" />}
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}

/** The color of a series with its name and current figure. */
export function Legend({ color, name, figure }: { color: string; name: string; figure?: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 8, height: 8, borderRadius: '2px', bgcolor: color }}
      />
      <Typography component="span" variant="caption" color="textSecondary">
        {name}
      </Typography>
      {figure && (
        <Typography component="span" variant="caption" sx={{ fontWeight: 600 }}>
          {figure}
        </Typography>
      )}
    </Box>
  )
}

interface ChartTableProps {
  label: string
  heads: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The numbers of a chart, for screen readers. */
export const ChartTable = ({ label, heads, rows }: ChartTableProps) => (
  <ScreenReaderOnly>
    <table aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {others.map((value, at) => (
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScreenReaderOnly>
)
