import { Badge, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { LogStatus } from '../model.js'

const variants: Record<LogStatus, BadgeVariant> = {
  pending: 'info',
  success: 'success',
  error: 'destructive',
  timeout: 'warning',
}

/** How a call ended. */
export function StatusBadge({ status }: { status: LogStatus }) {
  const translate = useTranslate()
  return (
    <Badge variant={variants[status] ?? 'secondary'}>
      {translate(`integrations.activity.state.${status}`, { _: status })}
    </Badge>
  )
}
