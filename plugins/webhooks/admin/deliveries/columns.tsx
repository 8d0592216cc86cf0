import Box from '@mui/material/Box'
import {
  Badge,
  formatDate,
  formatDateTime,
  formatTime,
  shortId,
  type ListColumn,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Delivery } from '../model.js'
import { DeliveryDot } from '../pieces/DeliveryDot.js'
import { code, cut } from '../pieces/text_style.js'

/** The columns of the deliveries. */
export function useColumns(): ListColumn<Delivery>[] {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.deliveries.column.${key}`)
  return [
    {
      source: 'eventType',
      label: text('event'),
      width: '36%',
      render: (delivery) => <EventName delivery={delivery} />,
    },
    {
      source: 'messageId',
      label: text('delivery'),
      width: 110,
      render: ({ messageId }) => (
        <Box
          component="span"
          sx={{ ...code, color: 'text.secondary', whiteSpace: 'nowrap' }}
          title={messageId}
        >
          {shortId(messageId)}
        </Box>
      ),
    },
    {
      source: 'statusCode',
      label: text('answer'),
      width: '34%',
      render: (delivery) => (
        <Box sx={cut}>
          <Answer of={delivery} />
        </Box>
      ),
    },
    {
      source: 'attempts',
      label: text('attempts'),
      align: 'right',
      width: 90,
      render: (delivery) => (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          <Attempts of={delivery} />
        </Box>
      ),
    },
    {
      source: 'createdAt',
      label: text('time'),
      align: 'right',
      width: 110,
      render: ({ createdAt }) => (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          <Time time={createdAt} />
        </Box>
      ),
    },
  ]
}

/** The status as a dot, the event type, and a mark for examples. */
export function EventName({ delivery }: { delivery: Delivery }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <DeliveryDot status={delivery.status} />
      <Box
        component="span"
        title={delivery.eventType}
        sx={{ ...code, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {delivery.eventType}
      </Box>
      {delivery.isExample && (
        <Badge variant="outline">{translate('webhooks.deliveries.example')}</Badge>
      )}
    </Box>
  )
}

/** The receiver's last answer, or the reason why there is none. */
export function Answer({ of: { status, statusCode, error } }: { of: Delivery }) {
  const tone = status === 'failed' ? 'danger' : status === 'retrying' ? 'warning' : undefined
  return (
    <Box
      component="span"
      title={error ?? undefined}
      sx={{ color: ({ palette }) => (tone ? palette.tones[tone].fg : palette.text.primary) }}
    >
      {statusCode ?? error ?? '–'}
    </Box>
  )
}

/** The number of attempts; for open and failed deliveries also the maximum. */
export function Attempts({ of: { status, attempts, maxAttempts } }: { of: Delivery }) {
  const translate = useTranslate()
  return status === 'retrying' || status === 'failed'
    ? translate('webhooks.deliveries.attemptsOf', { count: attempts, most: maxAttempts })
    : attempts
}

/** The time for today; otherwise the date and time. */
export function Time({ time }: { time: string }) {
  const isToday = formatDate(time) === formatDate(new Date())
  return (
    <Box
      component="time"
      dateTime={time}
      title={formatDateTime(time)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {isToday ? formatTime(time) : formatDateTime(time)}
    </Box>
  )
}
