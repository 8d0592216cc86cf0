import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Green when active. */
export function TenantStatus({ status }: { status: string }) {
  const translate = useTranslate()
  return (
    <Badge variant={status === 'active' ? 'success' : 'secondary'} dot>
      {translate(`tenants.status.${status}`, { _: status })}
    </Badge>
  )
}
