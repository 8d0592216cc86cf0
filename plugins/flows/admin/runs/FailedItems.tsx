import { Badge } from '@crossdock/admin/kit'
import type { Execution } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** Tells that items of a run failed while the run went on; nothing where none did. */
export function FailedItems({ run: { failedItems } }: { run: Execution }) {
  const translate = useTranslate()
  if (!failedItems) return null
  return (
    <Badge variant="warning">
      {translate('flows.run.failedItems', { smart_count: failedItems })}
    </Badge>
  )
}
