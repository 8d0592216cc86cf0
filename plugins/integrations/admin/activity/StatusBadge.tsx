import { Badge, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const variants: Record<string, BadgeVariant> = {
  pending: 'info',
  success: 'success',
  error: 'destructive',
  timeout: 'warning',
}

export function StatusBadge({ status }: { status: string }) {
  const translate = useTranslate()
  return (
    <Badge variant={variants[status] ?? 'secondary'}>
      {translate(`integrations.activity.state.${status}`, { _: status })}
    </Badge>
  )
}
