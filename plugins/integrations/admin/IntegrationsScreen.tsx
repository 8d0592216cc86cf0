import Button from '@mui/material/Button'
import {
  EmptyState,
  Icon,
  PageHeader,
  TabbedPage,
  usePermissions,
  useSession,
} from '@crossdock/admin/kit'
import { Building2, Variable } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { GrantNotice } from './connection/GrantNotice.js'
import { Stats } from './Stats.js'
import { UsagePanel } from './UsagePanel.js'

/** /integrations: external systems, what ran on them, and the tabs other plugins bring. */
export default function IntegrationsScreen() {
  const translate = useTranslate()
  const session = useSession()
  const { can } = usePermissions()
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
  return (
    <TabbedPage
      page="integrations"
      title={title}
      subtitle={translate('integrations.subtitle')}
      label={translate('integrations.tabs.label')}
      actions={
        can('environments.read') && (
          <Button
            component={Link}
            to="/integrations/variables"
            variant="outlined"
            startIcon={<Icon icon={Variable} />}
          >
            {translate('integrations.variables.title')}
          </Button>
        )
      }
    >
      <GrantNotice />
      <Stats />
      <UsagePanel />
    </TabbedPage>
  )
}
