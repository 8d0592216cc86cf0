import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Active or Inactive. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const translate = useTranslate()
  return (
    <Badge variant={isActive ? 'success' : 'secondary'} dot>
      {translate(isActive ? 'integrations.active' : 'integrations.inactive')}
    </Badge>
  )
}
