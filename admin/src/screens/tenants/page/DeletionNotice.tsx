import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatDateTime, formatRelative } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

interface DeletionNoticeProps {
  deletesAt: string
  isPending: boolean
  onKeep: () => void
}

/** How long a scheduled deletion can still be cancelled. */
export function DeletionNotice({ deletesAt, isPending, onKeep }: DeletionNoticeProps) {
  const translate = useTranslate()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const isOver = Date.parse(deletesAt) <= now
  return (
    <Alert
      severity="warning"
      action={
        !isOver && (
          <Button color="inherit" size="small" disabled={isPending} onClick={onKeep}>
            {translate('tenants.actions.restore')}
          </Button>
        )
      }
    >
      <Typography sx={{ fontWeight: 600 }}>{translate('tenants.deletion.title')}</Typography>
      {isOver
        ? translate('tenants.deletion.begun')
        : translate('tenants.deletion.in', {
            when: formatRelative(deletesAt, now),
            time: formatDateTime(deletesAt),
          })}
    </Alert>
  )
}
