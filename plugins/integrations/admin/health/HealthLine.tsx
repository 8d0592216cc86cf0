import type { SystemHealth } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatDuration, formatTime, Tooltip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const height = 16

/**
 * Shows the calls of a day in one line: a bar for each hour, response times and failures. While calls are paused,
 * shows the reason.
 */
export function HealthLine({ health }: { health: SystemHealth | undefined }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.health.${key}`, values)
  if (!health) return <Box sx={{ mt: 1.75, height }} />
  const { circuit, grant, calls, failed, p50, p95, lastFailure, isCut } = health
  const pause = pauseOf(circuit, text)
  const lost = grant === 'broken' ? translate('integrations.connection.grant.lost') : undefined
  if (pause ?? lost) {
    return (
      <Typography variant="body2" color="error" sx={{ mt: 1.75, overflowWrap: 'anywhere' }}>
        {(pause ? [pause, circuit.reason] : [lost]).filter(Boolean).join(' ')}
      </Typography>
    )
  }
  if (calls === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1.75 }}>
        {text('none')}
      </Typography>
    )
  }
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms))
  const label = text('label', { calls, failed, p50: duration(p50), p95: duration(p95) })
  const parts = [
    label,
    isCut && text('cut'),
    lastFailure?.message &&
      text('lastFailure', { time: formatTime(lastFailure.at), message: lastFailure.message }),
  ]
  return (
    <Tooltip title={parts.filter(Boolean).join('. ')}>
      <Box sx={{ mt: 1.75, display: 'flex', alignItems: 'flex-end', gap: 1.5 }}>
        <Bars health={health} label={label} />
        <Typography
          variant="caption"
          color={failed > 0 ? 'error' : 'textSecondary'}
          sx={{ ml: 'auto', whiteSpace: 'nowrap' }}
        >
          {text(isCut ? 'p95OfNewest' : 'p95', { time: duration(p95), failed })}
        </Typography>
      </Box>
    </Tooltip>
  )
}

/** Why the calls are paused; undefined when they are not. */
export function pauseOf(
  { state, byHand, until }: SystemHealth['circuit'],
  text: (key: string, values?: object) => string
): string | undefined {
  if (state === 'closed') return undefined
  if (byHand) return text('pausedByHand')
  return state === 'half_open' || !until || Date.parse(until) <= Date.now()
    ? text('probing')
    : text('pausedUntil', { time: formatTime(until) })
}

function Bars({ health: { hours }, label }: { health: SystemHealth; label: string }) {
  const most = Math.max(1, ...hours.map(({ calls }) => calls))
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height))
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${hours.length * 5} ${height}`}
      preserveAspectRatio="none"
      sx={{ height, flex: 1, minWidth: 0, maxWidth: 200 }}
    >
      {hours.map(({ calls, failed }, at) => (
        <g key={at}>
          <Bar at={at} tall={tall(calls) || 1} color="text.disabled" />
          {failed > 0 && <Bar at={at} tall={tall(failed)} color="error.main" />}
        </g>
      ))}
    </Box>
  )
}

const Bar = ({ at, tall, color }: { at: number; tall: number; color: string }) => (
  <Box
    component="rect"
    sx={{ fill: 'currentColor', color }}
    x={at * 5}
    y={height - tall}
    width={3}
    height={tall}
  />
)
