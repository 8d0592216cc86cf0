import { TabbedPage } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { FlowStats } from './FlowStats.js'

/** /flow-execution: the runs of workflows, and a way to start one. */
export default function RunsScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.runs.${key}`)
  return (
    <TabbedPage page="flow-execution" title={text('title')} label={text('tabs')}>
      <FlowStats />
    </TabbedPage>
  )
}
