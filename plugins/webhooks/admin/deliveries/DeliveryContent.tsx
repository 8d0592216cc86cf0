import type { WebhookDeliveryDetails } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  ApiError,
  Badge,
  EmptyState,
  ErrorState,
  formatDate,
  Icon,
  RowsSkeleton,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { FileX2, RotateCcw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { deliveryBadge, mayChangeSoon, isStopped, type Webhook } from '../model.js'
import { Contents, type View } from './Contents.js'
import { Tries } from './Tries.js'
import { useOutcome } from './use_outcome.js'

interface DeliveryContentProps {
  webhook: Webhook
  id: string
  /** A close button, to the right of the name. */
  close?: ReactNode
}

/** Details of one delivery: its attempts, the message and the answer. */
export function DeliveryContent({ webhook, id, close }: DeliveryContentProps) {
  const translate = useTranslate()
  const read = useRead<WebhookDeliveryDetails>(['webhooks', webhook.id, 'deliveries', id], {
    refetchInterval: 2_000,
    isUnderWay: (delivery) => mayChangeSoon(delivery) && !isStopped(webhook),
  })
  if (read.data) return <Found webhook={webhook} delivery={read.data} close={close} />
  const isGone = read.error instanceof ApiError && read.error.status === 404
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>{close}</Box>
      {isGone ? (
        <EmptyState
          plain
          icon={FileX2}
          title={translate('webhooks.panel.gone')}
          description={translate('webhooks.panel.goneText')}
        />
      ) : read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </>
  )
}

interface FoundProps {
  webhook: Webhook
  delivery: WebhookDeliveryDetails
  close: ReactNode
}

function Found({ webhook, delivery, close }: FoundProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.panel.${key}`, values)
  const { can } = usePermissions()
  const outcome = useOutcome()
  const [view, setView] = useState<View>('body')
  const tries = delivery.tries.toSorted((one, other) => other.number - one.number)
  const [chosen, setChosen] = useState<number>()
  const shown = tries.find(({ number }) => number === chosen) ?? tries[0]
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.75, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1,
            rowGap: 0.5,
            flex: 1,
            minWidth: 0,
          }}
        >
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere', fontSize: '0.9375rem' }}>
            {delivery.eventType}
          </Typography>
          <Badge variant={deliveryBadge[delivery.status]}>
            {translate(`webhooks.delivery.${delivery.status}`, { _: delivery.status })}
          </Badge>
        </Box>
        {can('webhooks.write') && delivery.status !== 'skipped' && (
          <Resend webhook={webhook} delivery={delivery} />
        )}
        {close}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {outcome(delivery, webhook)}
      </Typography>
      {tries.length > 0 && (
        <Tries
          tries={tries}
          chosen={view === 'answer' ? shown?.number : undefined}
          onChoose={(number) => {
            setChosen(number)
            setView('answer')
          }}
        />
      )}
      <Contents delivery={delivery} shown={shown} view={view} onView={setView} />
      <Typography variant="body2" color="textSecondary">
        {delivery.secretCreatedAt && text('signed', { time: formatDate(delivery.secretCreatedAt) })}{' '}
        {delivery.eventId && can('activity.read') && (
          <Link
            component={RouterLink}
            to={`/events/${encodeURIComponent(delivery.eventId)}`}
            color="inherit"
            underline="always"
          >
            {text('openEvent')}
          </Link>
        )}
      </Typography>
    </Box>
  )
}

function Resend({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDeliveryDetails }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.panel.${key}`)
  const resend = useAction(
    () => ({ path: `webhooks/${webhook.id}/deliveries/${delivery.id}/resend`, body: {} }),
    {
      invalidates: [`webhooks/${webhook.id}`],
      success: { title: text('resent') },
      error: { fallback: text('notResent') },
    }
  )
  const mayNot = isStopped(webhook) ? text('resumeFirst') : undefined
  return (
    <Box component="span" title={mayNot} sx={{ flex: 'none' }}>
      <Button
        size="small"
        // A delivered message rarely needs a resend, so its button is less prominent.
        variant={delivery.status === 'delivered' ? 'outlined' : 'contained'}
        disabled={Boolean(mayNot) || resend.isPending || delivery.status === 'waiting'}
        startIcon={<Icon icon={RotateCcw} />}
        onClick={() => resend.mutate()}
      >
        {text('resend')}
      </Button>
    </Box>
  )
}
