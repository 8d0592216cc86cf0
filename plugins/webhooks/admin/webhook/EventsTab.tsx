import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  CodeBlock,
  formatDate,
  formatInteger,
  LoadedList,
  RowsSkeleton,
  SearchField,
  Section,
} from '@crossdock/admin/kit'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { comparesWith, receivesAllEvents, type Webhook } from '../model.js'
import { columns, Line, Lines } from '../pieces/Line.js'
import { code } from '../pieces/text_style.js'
import { matching, useEventTypes } from '../pieces/use_event_types.js'
import { EventRow } from './EventRow.js'

/** Lists of at least this many events have a search. */
const manyEvents = 10

/** The events that are sent, their conditions and how they are sent. */
export default function EventsTab() {
  const webhook = useRecordContext<Webhook>()
  if (!webhook) return null
  return (
    <Box sx={columns}>
      <div>
        <Events webhook={webhook} />
      </div>
      <div>
        <Conditions webhook={webhook} />
        <Sending webhook={webhook} />
      </div>
    </Box>
  )
}

function Events({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.events.${key}`, values)
  const types = useEventTypes()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<string>()
  const known = types.data ?? []
  const heard = receivesAllEvents(webhook)
    ? known
    : webhook.eventTypes.map(
        (name) =>
          known.find((type) => type.name === name) ?? {
            name,
            group: null,
            description: text('notYours'),
            example: null,
          }
      )
  const isMany = heard.length > manyEvents
  const shown = matching(heard, isMany ? search : '')
  return (
    <Section
      flush
      title={text('title')}
      description={receivesAllEvents(webhook) ? text('all') : text('chosen')}
      actions={
        isMany && <SearchField placeholder={text('search')} value={search} onChange={setSearch} />
      }
    >
      <LoadedList
        plain
        read={types}
        skeleton={<RowsSkeleton rows={4} />}
        empty={<Typography sx={{ px: 2.5, pb: 2.5 }}>{text('none')}</Typography>}
      >
        {() => (
          <Box component="ul" aria-label={text('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {shown.map((type) => (
              <EventRow
                key={type.name}
                type={type}
                isOpen={open === type.name}
                onToggle={() => setOpen(open === type.name ? undefined : type.name)}
              >
                {type.example && (
                  <CodeBlock label={text('exampleOf', { name: type.name })} data={type.example} />
                )}
              </EventRow>
            ))}
            {shown.length === 0 && (
              <Typography component="li" color="textSecondary" sx={{ px: 2.5, py: 2 }}>
                {text('noMatch')}
              </Typography>
            )}
          </Box>
        )}
      </LoadedList>
    </Section>
  )
}

function Conditions({ webhook: { conditions } }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.events.${key}`)
  return (
    <Section title={text('conditions')}>
      {conditions.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {text('noConditions')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
          {conditions.map(({ value, operator, other }, at) => (
            <Typography key={at} component="li" variant="body2">
              <Box component="span" sx={code}>
                {value}
              </Box>{' '}
              {translate(`webhooks.operator.${operator}`)}{' '}
              {comparesWith(operator) && (
                <Box component="span" sx={code}>
                  {other}
                </Box>
              )}
            </Typography>
          ))}
        </Box>
      )}
    </Section>
  )
}

function Sending({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.events.${key}`, values)
  const { headers, ratePerSecond, createdAt, createdBy } = webhook
  const time = formatDate(createdAt)
  return (
    <Section title={text('sending')}>
      <Lines>
        <Line label={text('method')}>POST, application/json</Line>
        <Line label={text('rate')}>
          {ratePerSecond === null
            ? text('noRate')
            : text('perSecond', { count: formatInteger(ratePerSecond) })}
        </Line>
        <Line label={text('retries')}>{text('retriesText')}</Line>
        <Line label={text('headers')}>
          {headers.length === 0 ? (
            text('noHeaders')
          ) : (
            <Box component="span" sx={code}>
              {headers.map(({ name }) => name).join(', ')}
            </Box>
          )}
        </Line>
        <Line label={text('created')}>
          {createdBy?.name ? text('createdBy', { time, name: createdBy.name }) : time}
        </Line>
      </Lines>
    </Section>
  )
}
