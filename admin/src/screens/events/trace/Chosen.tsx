import type { IntegrationLog, Trace, TraceObject } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  CodeBlock,
  ErrorState,
  Fact,
  Facts,
  formatDateTime,
  formatDuration,
  RowsSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useEntityAddress } from '../../../registry/use_entity_address.js'
import type { EventDetails } from '../model.js'
import { useTraceTexts } from './trace_texts.js'

interface ChosenProps {
  trace: Trace
  at: number
  onChoose: (at: number) => void
}

const entityTypes: Record<string, string> = {
  asset: 'asset',
  event: 'event',
  execution: 'flow_execution',
  step: 'flow_execution',
  call: 'integration_log',
  webhook_request: 'webhook_request',
}

/** The chosen object, with links to its page and its cause. */
export function Chosen({ trace, at, onChoose }: ChosenProps) {
  const translate = useTranslate()
  const { kind, title } = useTraceTexts()
  const addressOf = useEntityAddress()
  const one = trace.objects[at]!
  const text = (key: string) => translate(`events.trace.${key}`)
  const cause = one.cause === null ? undefined : trace.objects[one.cause]
  // A step is shown on the page of its run.
  const id = one.type === 'step' ? one.id?.split('/')[0] : one.id
  const to =
    id &&
    addressOf({
      id,
      createdAt: one.startedAt,
      action: '',
      userId: null,
      userName: null,
      eventType: '',
      entityType: entityTypes[one.type] ?? one.type,
      entityId: id,
      metadata: {},
    })
  return (
    <Section title={kind(one.type)}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {one.isHidden && <Typography color="textSecondary">{text('hidden')}</Typography>}
        <Facts>
          {!one.isHidden && (
            <Fact label={text('name')}>
              {to ? (
                <Link component={RouterLink} to={to}>
                  {one.name ?? title(one)}
                </Link>
              ) : (
                (one.name ?? title(one))
              )}
            </Fact>
          )}
          {one.detail && <Fact label={text(`detail.${one.type}`)}>{one.detail}</Fact>}
          {one.status && (
            <Fact label={text('status')}>
              {translate(`events.effect.${one.status}`, { _: one.status.replaceAll('_', ' ') })}
            </Fact>
          )}
          <Fact label={text('started')}>{formatDateTime(one.startedAt)}</Fact>
          {one.durationMs !== null && (
            <Fact label={text('duration')}>{formatDuration(one.durationMs)}</Fact>
          )}
          {cause && one.cause !== null && (
            <Fact label={text('startedBy')}>
              <Link component="button" onClick={() => onChoose(one.cause!)}>
                {title(cause)}
              </Link>
            </Fact>
          )}
        </Facts>
        <Data one={one} />
      </Box>
    </Section>
  )
}

/** The stored data of the object, as its own page shows it. */
function Data({ one }: { one: TraceObject }) {
  if (one.id === null) return null
  if (one.type === 'call') return <CallData key={one.id} id={one.id} />
  return one.type === 'event' ? <EventData key={one.id} id={one.id} /> : null
}

function CallData({ id }: { id: string }) {
  const translate = useTranslate()
  const read = useRead<IntegrationLog>(['integrations/logs', id])
  if (read.error) return <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowsSkeleton rows={3} />
  const { requestData, responseData, errorMessage } = read.data
  return (
    <>
      {errorMessage && <Typography color="error">{errorMessage}</Typography>}
      <Block title={translate('events.trace.request')} data={requestData} />
      <Block title={translate('events.trace.answer')} data={responseData} />
    </>
  )
}

function EventData({ id }: { id: string }) {
  const translate = useTranslate()
  const read = useRead<EventDetails>(['events', id])
  if (read.error) return <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowsSkeleton rows={3} />
  return <Block title={translate('events.payload')} data={read.data.payload} />
}

function Block({ title, data }: { title: string; data: unknown }) {
  const id = useId()
  if (data === null) return null
  return (
    <div>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      <CodeBlock labelledBy={id} data={data} />
    </div>
  )
}
