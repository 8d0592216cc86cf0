import { ActionMenu, TabbedPage, usePermissions } from '@crossdock/admin/kit'
import { LayoutTemplate, Variable } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { GrantNotice } from './connection/GrantNotice.js'
import { Stats } from './Stats.js'
import { InactiveNotice, UsageBar } from './UsageBar.js'

/** /integrations: external systems, their executions, and tabs of other plugins. */
export default function IntegrationsScreen() {
  const translate = useTranslate()
  const { can } = usePermissions()
  const navigate = useNavigate()
  const title = translate('integrations.title')
  const more = [
    ...(can('integrations.write')
      ? [
          {
            label: translate('integrations.templates.fromTemplate'),
            icon: LayoutTemplate,
            onSelect: () => void navigate('/templates'),
          },
        ]
      : []),
    ...(can('environments.read')
      ? [
          {
            label: translate('integrations.variables.title'),
            icon: Variable,
            onSelect: () => void navigate('/integrations/variables'),
          },
        ]
      : []),
  ]
  return (
    <TabbedPage
      page="integrations"
      title={title}
      label={translate('integrations.tabs.label')}
      actions={
        more.length > 0 && <ActionMenu label={translate('integrations.more')} actions={more} />
      }
      afterTabs={<UsageBar />}
    >
      <GrantNotice />
      <InactiveNotice />
      <Stats />
    </TabbedPage>
  )
}
