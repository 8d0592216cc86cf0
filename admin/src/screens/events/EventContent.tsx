import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  ApiError,
  CodeBlock,
  EmptyState,
  ErrorState,
  mono,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { FileX2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { Effects } from './Effects.js'
import { EventFacts } from './EventFacts.js'
import { eventsWhere, POLL, type EventDetails } from './model.js'
import { tracePath } from './trace/model.js'
import { ParkedActions } from './ParkedActions.js'
import { StatusBadge } from './StatusDot.js'

/** The details of one event: status, facts, payload and effects. */
export function EventContent({ id }: { id: string }) {
  const translate = useTranslate()
  const read = useRead<EventDetails>(['events', id], { refetchInterval: POLL })
  const event = read.data
  if (event) return <Found event={event} />
  const isGone = read.error instanceof ApiError && read.error.status === 404
  if (isGone) {
    return (
      <EmptyState
        plain
        icon={FileX2}
        title={translate('events.gone.title')}
        description={translate('events.gone.text')}
      />
    )
  }
  return read.error ? (
    <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <RowsSkeleton rows={4} />
  )
}

function Found({ event }: { event: EventDetails }) {
  const translate = useTranslate()
  const payloadId = useId()
  const text = (key: string) => translate(`events.${key}`)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, rowGap: 0.5, pr: 4 }}
      >
        <Typography
          variant="h2"
          sx={{ fontFamily: mono, fontSize: '0.875rem', overflowWrap: 'anywhere' }}
        >
          {event.eventType}
        </Typography>
        <StatusBadge status={event.status} />
      </Box>
      {event.action && <Typography sx={{ overflowWrap: 'anywhere' }}>{event.action}</Typography>}
      {event.parked.map(({ id, consumer, state, lastError }) => (
        <Alert key={id} severity={state === 'failed' ? 'error' : 'warning'}>
          {translate(`events.parkedBy.${state}`, { consumer })}
          {lastError && ` ${lastError}`}
        </Alert>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <ParkedActions event={event} />
        <Link component={RouterLink} to={tracePath('event', event.id)} sx={{ py: 0.75 }}>
          {text('trace.open')}
        </Link>
        <Link component={RouterLink} to={eventsWhere({ rootId: event.rootId })} sx={{ py: 0.75 }}>
          {text('chain')}
        </Link>
      </Box>
      <EventFacts event={event} />
      <div>
        <Typography variant="h3" id={payloadId} sx={{ mb: 1 }}>
          {text('payload')}
        </Typography>
        <CodeBlock labelledBy={payloadId} data={event.payload} />
      </div>
      <Effects event={event} />
    </Box>
  )
}
