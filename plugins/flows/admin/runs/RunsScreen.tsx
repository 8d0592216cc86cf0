import { PageHeader, EmptyState, TabbedPage, useSession } from '@crossdock/admin/kit'
import { Building2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { FlowStats } from './FlowStats.js'

/** /flow-execution: what workflows did and do, and a way to start one. */
export default function RunsScreen() {
  const translate = useTranslate()
  const session = useSession()
  const text = (key: string) => translate(`flows.runs.${key}`)
  if (session.data && !session.data.tenant) {
    return (
      <>
        <PageHeader title={text('title')} />
        <EmptyState icon={Building2} title={text('noTenant')} />
      </>
    )
  }
  return (
    <TabbedPage page="flow-execution" title={text('title')} label={text('tabs')}>
      <FlowStats />
    </TabbedPage>
  )
}
