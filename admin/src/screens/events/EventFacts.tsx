import Link from '@mui/material/Link'
import { Fact, Facts, formatDateTime, mono, useEnvironments } from '@crossdock/admin/kit'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { eventPath, type EventDetails } from './model.js'
import { useThingAddress } from './use_target.js'

/** The target, source, actor and cause of an event, with links. */
export function EventFacts({ event }: { event: EventDetails }) {
  const translate = useTranslate()
  const addressOf = useThingAddress()
  const { environments } = useEnvironments()
  const label = (key: string) => translate(`events.fact.${key}`)
  const kind = (type: string) => translate(`events.kind.${type}`, { _: type.replaceAll('_', ' ') })
  const { targetType, targetId, targetName, sourceType, sourceId, userName, actorType } = event
  const environment = environments.find(({ id }) => id === event.environmentId)
  return (
    <Facts>
      {targetType && targetId && (
        <Fact label={kind(targetType)}>
          <To to={addressOf(event, targetType, targetId)}>{targetName ?? <Id>{targetId}</Id>}</To>
        </Fact>
      )}
      {sourceType && sourceId && (
        <Fact label={label('source')}>
          {kind(sourceType)}{' '}
          <To to={addressOf(event, sourceType, sourceId)}>
            <Id>{sourceId}</Id>
          </To>
        </Fact>
      )}
      <Fact label={label('who')}>
        {userName ?? translate(`events.actor.${actorType}`, { _: actorType })}
      </Fact>
      <Fact label={label('when')}>{formatDateTime(event.createdAt)}</Fact>
      {event.tenantName && <Fact label={label('tenant')}>{event.tenantName}</Fact>}
      {environment && <Fact label={label('environment')}>{environment.displayName}</Fact>}
      {event.retryCount > 0 && <Fact label={label('retries')}>{event.retryCount}</Fact>}
      {event.causeId && (
        <Fact label={label('cause')}>
          <To to={eventPath({ id: event.causeId })}>
            <Id>{event.causeId}</Id>
          </To>
        </Fact>
      )}
      <Fact label={label('id')}>
        <Id>{event.id}</Id>
      </Fact>
    </Facts>
  )
}

const To = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <Link component={RouterLink} to={to}>
      {children}
    </Link>
  ) : (
    children
  )

const Id = ({ children }: { children: string }) => (
  <Box component="span" sx={{ fontFamily: mono, fontSize: '0.78125rem' }}>
    {children}
  </Box>
)
