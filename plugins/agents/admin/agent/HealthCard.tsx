import type { DesktopAgent, DesktopAgentDetails } from '@crossdock/client'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatTime, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { HealthLine } from '../pieces/Health.js'
import { gapsOf, healthSlots, type Slot } from './health_slots.js'

interface HealthCardProps {
  agent: DesktopAgent
  details: UseQueryResult<DesktopAgentDetails, Error>
}

/** The connection times of an agent in the last day. */
export function HealthCard({ agent, details }: HealthCardProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.page.${key}`, values)
  const health = details.data?.health
  const slots = health && healthSlots(agent, health)
  return (
    <Section
      title={text('health')}
      actions={
        <Typography variant="body2" component="p" sx={{ py: 0.75 }}>
          <HealthLine agent={agent} />
        </Typography>
      }
    >
      {slots ? (
        <>
          <Bars slots={slots} />
          <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
            {[0, 24, 48, 72].map((at) => (
              <Typography key={at} variant="caption" color="textSecondary">
                {formatTime(new Date(slots[at]!.from))}
              </Typography>
            ))}
            <Typography variant="caption" color="textSecondary">
              {text('now')}
            </Typography>
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            <Sentence slots={slots} isEmpty={health.length === 0} isOnline={agent.isOnline} />
          </Typography>
        </>
      ) : (
        <Skeleton variant="rounded" height={72} />
      )}
    </Section>
  )
}

interface SentenceProps {
  slots: readonly Slot[]
  isEmpty: boolean
  isOnline: boolean
}

function Sentence({ slots, isEmpty, isOnline }: SentenceProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.page.${key}`, values)
  if (isEmpty) return text('noHealth')
  const gaps = gapsOf(slots)
  const [longest] = gaps.toSorted((one, other) => other.ms - one.ms)
  // A connection lost within the last quarter hour is not a gap yet.
  if (!longest && !isOnline) return text('notNow')
  if (!longest) return text(slots[0]?.state === 'unknown' ? 'sinceAdded' : 'allDay')
  return text(gaps.length === 1 ? 'gap' : 'gaps', {
    count: gaps.length,
    duration: translate(longest.ms < 3_600_000 ? 'agents.page.minutes' : 'agents.page.hours', {
      smart_count: Math.round(longest.ms / (longest.ms < 3_600_000 ? 60_000 : 3_600_000)),
    }),
    time: formatTime(new Date(longest.from)),
  })
}

const gap = 0.22

function Bars({ slots }: { slots: readonly Slot[] }) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const colors = {
    up: palette.tones.success.bar,
    down: palette.tones.danger.bar,
    unknown: palette.surface.selected,
  }
  return (
    <svg
      role="img"
      aria-label={translate('agents.page.healthBars')}
      viewBox={`0 0 ${slots.length} 1`}
      preserveAspectRatio="none"
      style={{ display: 'block', width: '100%', height: 28 }}
    >
      {slots.map(({ from, state }, at) => (
        <rect
          key={from}
          x={at + gap / 2}
          width={1 - gap}
          height={1}
          fill={colors[state]}
          opacity={state === 'up' ? 0.6 : 1}
        >
          <title>{`${formatTime(new Date(from))} · ${translate(`agents.page.${state}`)}`}</title>
        </rect>
      ))}
    </svg>
  )
}
