import { useTranslate } from 'ra-core'
import { Badge } from './Badge.js'

/** Active or Inactive. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const translate = useTranslate()
  return (
    <Badge variant={isActive ? 'success' : 'secondary'} dot>
      {translate(isActive ? 'kit.active' : 'kit.inactive')}
    </Badge>
  )
}
