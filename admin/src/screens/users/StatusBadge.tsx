import type { User } from '@crossdock/client'
import { Badge, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const variants: Record<string, BadgeVariant> = { active: 'success', pending: 'warning' }

/** Active, pending or inactive. */
export function StatusBadge({ status }: Pick<User, 'status'>) {
  const translate = useTranslate()
  return (
    <Badge variant={variants[status] ?? 'secondary'} dot>
      {translate(`users.status.${status}`, { _: status })}
    </Badge>
  )
}
