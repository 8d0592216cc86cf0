import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import { Badge, RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { healthOf, healthTone } from '../model.js'

const badgeOf = { success: 'success', warning: 'warning', danger: 'destructive' } as const

/** The health of an agent as a dot with an accessible label. */
export function HealthDot({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  const health = healthOf(agent)
  return (
    <Box
      component="span"
      role="img"
      aria-label={translate(`agents.health.${health}`)}
      title={translate(`agents.health.${health}`)}
      sx={{
        display: 'inline-block',
        width: 8,
        height: 8,
        borderRadius: '50%',
        flex: 'none',
        bgcolor: ({ palette }) => palette.tones[healthTone[health]].bar,
      }}
    />
  )
}

/** Online or offline, in the color of its health. */
export function ConnectionBadge({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  return (
    <Badge variant={badgeOf[healthTone[healthOf(agent)]]} dot>
      {translate(agent.isOnline ? 'agents.online' : 'agents.offline')}
    </Badge>
  )
}

/** Further important states of an agent. */
export function StateMarks({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  return (
    <>
      {agent.retiredAt && <Badge variant="outline">{translate('agents.retired')}</Badge>}
      {agent.isPaused && <Badge variant="outline">{translate('agents.paused')}</Badge>}
      {agent.copies.length > 0 && <Badge variant="warning">{translate('agents.copied')}</Badge>}
    </>
  )
}

/** The time of the last heartbeat, in a warning color if it is too old. */
export function Heartbeat({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  const tone = healthTone[healthOf(agent)]
  return (
    <Box
      component="span"
      sx={{
        whiteSpace: 'nowrap',
        color: ({ palette }) =>
          tone === 'success' ? palette.text.secondary : palette.tones[tone].fg,
      }}
    >
      {agent.lastHeartbeat ? (
        <RelativeTime time={agent.lastHeartbeat} />
      ) : (
        translate('agents.neverSeen')
      )}
    </Box>
  )
}

/** The health of an agent in words, and since when. */
export function HealthLine({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  return (
    <>
      {translate(`agents.health.${healthOf(agent)}`)}
      {agent.lastHeartbeat && (
        <>
          {' · '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('agents.heartbeat')}
          </Box>{' '}
          <Heartbeat agent={agent} />
        </>
      )}
    </>
  )
}
