import { BackLink } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The link back to the list. */
export function ToWorkflows() {
  const translate = useTranslate()
  return <BackLink to="/integrations?tab=workflows">{translate('flows.workflow.back')}</BackLink>
}
