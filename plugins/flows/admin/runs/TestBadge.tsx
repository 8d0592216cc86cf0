import { Badge } from '@crossdock/admin/kit'
import type { Execution } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** Marks a run as the test of a draft, which statistics exclude. Renders nothing for other runs. */
export function TestBadge({ run }: { run: Pick<Execution, 'triggerType'> }) {
  const translate = useTranslate()
  if (run.triggerType !== 'test') return null
  return <Badge variant="outline">{translate('flows.run.test')}</Badge>
}
