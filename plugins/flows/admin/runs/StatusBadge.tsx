import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { statusVariant } from './model.js'

/** The status of a run or a step. */
export function StatusBadge({ status }: { status: string }) {
  const translate = useTranslate()
  return (
    <Badge variant={statusVariant(status)} dot={status === 'running'}>
      {translate(`flows.run.state.${status}`, { _: status })}
    </Badge>
  )
}
