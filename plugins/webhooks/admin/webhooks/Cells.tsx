import Box from '@mui/material/Box'
import { RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { receivesAllEvents, type Webhook } from '../model.js'
import { DeliveryDot } from '../pieces/DeliveryDot.js'
import { code, cut } from '../pieces/text_style.js'

/** The events by name; for more than two, the first one and the number of the others. */
export function Events({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  if (receivesAllEvents(webhook)) return translate('webhooks.allEvents')
  const { eventTypes } = webhook
  const shown = eventTypes.length > 2 ? eventTypes.slice(0, 1) : eventTypes
  const others = eventTypes.length - shown.length
  return (
    <Box sx={cut} title={eventTypes.join(', ')}>
      <Box component="span" sx={code}>
        {shown.join(', ')}
      </Box>
      {others > 0 && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {translate('webhooks.andMore', { smart_count: others })}
        </Box>
      )}
    </Box>
  )
}

/** The time and the result of the last delivery. */
export function LastDelivery({ webhook: { lastDelivery } }: { webhook: Webhook }) {
  const translate = useTranslate()
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}
    >
      {lastDelivery ? (
        <>
          <DeliveryDot status={lastDelivery.status} />
          <RelativeTime time={lastDelivery.at} />
        </>
      ) : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {translate('webhooks.noDelivery')}
        </Box>
      )}
    </Box>
  )
}
