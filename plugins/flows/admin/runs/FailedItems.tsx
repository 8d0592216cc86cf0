import { Badge } from '@crossdock/admin/kit'
import type { Execution } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** Shows how many items failed in a run that continued after them. Renders nothing if none failed. */
export function FailedItems({ run: { failedItems } }: { run: Execution }) {
  const translate = useTranslate()
  if (!failedItems) return null
  return (
    <Badge variant="warning">
      {translate('flows.run.failedItems', { smart_count: failedItems })}
    </Badge>
  )
}
