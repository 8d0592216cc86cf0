import type { WebhookHour } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import { formatInteger, formatTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Webhook } from '../model.js'
import { useStats } from './use_stats.js'

const HOUR = 3_600_000
const height = 22
const gap = 0.28
/** Minimum size of a bar, so that one delivery among thousands is visible. */
const least = 3

/** Counts of delivered and given-up messages in the last day. */
export function LastDay({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const { data } = useStats(webhook)
  const [first, second] = data?.hours ?? []
  if (!data || !first || !second) return null
  const perBar = Date.parse(second.hour) - Date.parse(first.hour)
  const sum = (part: 'delivered' | 'failed') =>
    data.hours.reduce((total, hour) => total + hour[part], 0)
  const period = translate('webhooks.lastHours', {
    smart_count: Math.round((data.hours.length * perBar) / HOUR),
  })
  const label = translate('webhooks.bars', {
    period,
    delivered: formatInteger(sum('delivered')),
    failed: formatInteger(sum('failed')),
  })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, pb: { xs: 1, md: 0 } }}>
      <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 'none' }}>
        {period}
      </Typography>
      <Box sx={{ width: { xs: 1, md: Math.min(430, data.hours.length * 12) }, minWidth: 0 }}>
        <Bars hours={data.hours} label={label} />
      </Box>
    </Box>
  )
}

function Bars({ hours, label }: { hours: readonly WebhookHour[]; label: string }) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const top = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  const size = (count: number) => (count > 0 ? Math.max(least, (count / top) * height) : 0)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${hours.length} ${height}`}
      preserveAspectRatio="none"
      style={{ display: 'block', width: '100%', height }}
    >
      {hours.map(({ hour, delivered, failed }, at) => {
        const bar = { x: at + gap / 2, width: 1 - gap }
        const bad = size(failed)
        const good = delivered > 0 ? Math.max(0, size(delivered + failed) - bad) : 0
        return (
          <g key={hour}>
            <title>
              {translate('webhooks.barTitle', {
                time: formatTime(hour),
                delivered: formatInteger(delivered),
                failed: formatInteger(failed),
              })}
            </title>
            {/* The whole column reacts to the pointer. */}
            <rect x={at} width={1} height={height} fill="transparent" />
            <rect {...bar} y={height - 1} height={1} fill={palette.divider} />
            <rect {...bar} y={height - bad - good} height={good} fill={palette.chart} />
            <rect {...bar} y={height - bad} height={bad} fill={palette.tones.danger.bar} />
          </g>
        )
      })}
    </svg>
  )
}
