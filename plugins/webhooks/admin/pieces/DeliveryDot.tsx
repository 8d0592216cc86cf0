import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { deliveryTone } from '../model.js'

/** The status of a delivery as a dot with an accessible label. */
export function DeliveryDot({ status }: { status: string }) {
  const translate = useTranslate()
  const label = translate(`webhooks.delivery.${status}`, { _: status })
  return (
    <Box
      component="span"
      role="img"
      aria-label={label}
      title={label}
      sx={{
        display: 'inline-block',
        width: 8,
        height: 8,
        borderRadius: '50%',
        flex: 'none',
        bgcolor: ({ palette }) => palette.tones[deliveryTone[status] ?? 'neutral'].bar,
      }}
    />
  )
}
