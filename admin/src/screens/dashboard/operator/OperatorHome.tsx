import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ErrorState,
  Icon,
  isVisible,
  PageBody,
  PageHeader,
  usePermissions,
  useRead,
  type AttentionSource,
} from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useRegistry } from '../../../registry/context.js'
import { ActionList } from '../../start/ActionList.js'
import { Attention, useAttentionStates } from '../Attention.js'
import { UnlessPending } from '../DashboardGrid.js'
import { Metrics } from '../Metrics.js'
import { RecentActivity } from '../RecentActivity.js'
import { adminLinks, useLinks } from '../use_links.js'
import { useTexts } from '../../tenants/use_texts.js'
import { SystemHealth } from './SystemHealth.js'
import { TenantsInUse } from './TenantsInUse.js'
import TenantTrouble from './TenantTrouble.js'

const tenants: AttentionSource = { id: 'tenants', component: TenantTrouble }

/** The operator's dashboard without an organization: what needs attention, and the state of all tenants. */
export default function OperatorHome() {
  useTexts()
  const translate = useTranslate()
  const who = usePermissions()
  const { attention } = useRegistry()
  const sources = [tenants, ...attention.filter((source) => isVisible(source, who))]
  const { states, onState, isKnown } = useAttentionStates(sources)
  const activity = useRead<ActivityEntry[]>('dashboard/activity')
  const admin = useLinks('dashboard.administration', adminLinks)
  const lastEvent = activity.error ? null : activity.data && (activity.data[0]?.lastAt ?? null)
  return (
    <>
      <PageHeader
        title={translate('dashboard.title')}
        actions={
          <Button
            variant="contained"
            component={Link}
            to="/tenants?new=tenant"
            startIcon={<Icon icon={Plus} />}
          >
            {translate('tenants.add')}
          </Button>
        }
      />
      <PageBody>
        <Attention sources={sources} states={states} onState={onState} lastEvent={lastEvent} />
        <UnlessPending isPending={!isKnown}>
          <TenantsInUse />
          <Metrics />
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                lg: 'minmax(0, 10fr) minmax(0, 12fr) minmax(0, 9fr)',
              },
            }}
          >
            <SystemHealth />
            {activity.error ? (
              <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />
            ) : (
              <RecentActivity entries={activity.data} />
            )}
            <ActionList title={translate('dashboard.administration.title')} actions={admin} />
          </Box>
        </UnlessPending>
      </PageBody>
    </>
  )
}
