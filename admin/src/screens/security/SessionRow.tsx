import type { UserSession } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Badge, formatDateTime, RelativeTime, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useDeviceName } from './device.js'
import { PlainRow } from './PlainRow.js'

/** A session with a button to end it. The current one ends by signing out. */
export function SessionRow({ session }: { session: UserSession }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`security.sessions.${key}`, values)
  const { id, ip, isCurrent, createdAt, lastSeenAt } = session
  const device = useDeviceName()(session)
  const end = useAction(() => ({ path: `sessions/${id}`, method: 'DELETE' }), {
    invalidates: ['sessions'],
    success: { title: text('ended') },
    error: { fallback: translate('security.failed') },
  })
  return (
    <PlainRow
      title={
        <>
          {device}
          {isCurrent && <Badge variant="secondary">{text('current')}</Badge>}
        </>
      }
      detail={
        <>
          {ip && <>{ip} · </>}
          {text('seen')} <RelativeTime time={lastSeenAt} /> ·{' '}
          {text('since', { time: formatDateTime(createdAt) })}
        </>
      }
      action={
        !isCurrent && (
          <Button
            size="small"
            variant="outlined"
            aria-label={text('endNamed', { device })}
            disabled={end.isPending}
            onClick={() => end.mutate()}
          >
            {text('end')}
          </Button>
        )
      }
    />
  )
}
