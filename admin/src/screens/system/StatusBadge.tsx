import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

export type Status = 'ok' | 'unknown' | 'degraded' | 'down'

const variants = {
  ok: 'success',
  unknown: 'outline',
  degraded: 'warning',
  down: 'destructive',
} as const

/** The health of a component. */
export function StatusBadge({ status }: { status: Status }) {
  const translate = useTranslate()
  return <Badge variant={variants[status]}>{translate(`system.status.${status}`)}</Badge>
}
