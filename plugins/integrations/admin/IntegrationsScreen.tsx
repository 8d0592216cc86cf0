import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import {
  EmptyState,
  Icon,
  PageBody,
  PageHeader,
  usePermissions,
  useSession,
} from '@crossdock/admin/kit'
import { Building2, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ActivityTab } from './activity/ActivityTab.js'
import { Stats } from './Stats.js'
import { SystemDialog } from './systems/SystemDialog.js'
import { SystemsTab } from './systems/SystemsTab.js'
import { WorkflowDialog } from './workflows/WorkflowDialog.js'
import { WorkflowsTab } from './workflows/WorkflowsTab.js'

const tabs = ['systems', 'workflows', 'activity'] as const
type TabName = (typeof tabs)[number]

/** /integrations: external systems, workflows and what ran; the tab is in the address. */
export default function IntegrationsScreen() {
  const translate = useTranslate()
  const session = useSession()
  const title = translate('integrations.title')
  if (session.data && !session.data.tenant) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={Building2}
          title={translate('integrations.noTenant.title')}
          description={translate('integrations.noTenant.text')}
        />
      </>
    )
  }
  return <TenantIntegrations title={title} />
}

function TenantIntegrations({ title }: { title: string }) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const [search, setSearch] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const wanted = search.get('tab')
  const tab: TabName = tabs.find((name) => name === wanted) ?? 'systems'
  const add = () => setAdding(true)
  const close = () => setAdding(false)
  const addable = {
    systems: can('integrations.write'),
    workflows: can('flows.write'),
    activity: false,
  }
  return (
    <>
      <PageHeader
        title={title}
        subtitle={translate('integrations.subtitle')}
        actions={
          addable[tab] && (
            <Button variant="contained" startIcon={<Icon icon={Plus} />} onClick={add}>
              {translate(`integrations.${tab}.add`)}
            </Button>
          )
        }
      />
      <PageBody>
        <Stats />
        <Tabs
          value={tab}
          onChange={(_event, next: TabName) =>
            setSearch(next === 'systems' ? {} : { tab: next }, { replace: true })
          }
          aria-label={translate('integrations.tabs.label')}
          sx={{ mt: 1, mb: 0.5 }}
        >
          {tabs.map((name) => (
            <Tab
              key={name}
              value={name}
              id={`tab-${name}`}
              aria-controls={name === tab ? `panel-${name}` : undefined}
              label={translate(`integrations.tabs.${name}`)}
            />
          ))}
        </Tabs>
        <Box
          role="tabpanel"
          id={`panel-${tab}`}
          aria-labelledby={`tab-${tab}`}
          sx={{ minWidth: 0 }}
        >
          {tab === 'systems' && <SystemsTab onAdd={add} />}
          {tab === 'workflows' && <WorkflowsTab onAdd={add} />}
          {tab === 'activity' && <ActivityTab />}
        </Box>
      </PageBody>
      {adding && tab === 'systems' && <SystemDialog onClose={close} />}
      {adding && tab === 'workflows' && <WorkflowDialog onClose={close} />}
    </>
  )
}
