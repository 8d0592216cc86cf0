import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  ErrorState,
  isVisible,
  Later,
  PageBody,
  PageHeader,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { lazy, memo, Suspense, type ComponentType } from 'react'
import { useRegistry } from '../../registry/context.js'
import { ActionList } from './ActionList.js'
import { Attention, useAttentionStates } from './Attention.js'
import { Columns, UnlessPending } from './DashboardGrid.js'
import { FirstSteps } from './FirstSteps.js'
import { Metrics } from './Metrics.js'
import { RecentActivity } from './RecentActivity.js'
import { useFirstSteps } from './use_first_steps.js'
import { adminLinks, quickLinks, useLinks } from './use_links.js'

const OperatorHome = lazy(() => import('../tenants/home/OperatorHome.js'))

/** /dashboard: whether anything is wrong, where to go next, and how things are. */
export default function DashboardScreen() {
  return usePermissions().hasTenant ? <TenantDashboard /> : <OperatorHome />
}

function TenantDashboard() {
  const translate = useTranslate()
  const { isSuperAdmin } = usePermissions()
  const { sources, main, below } = useContributions()
  const { states, onState, isKnown } = useAttentionStates(sources)
  const first = useFirstSteps()
  const activity = useRead<ActivityEntry[]>('dashboard/activity')
  const quick = useLinks('dashboard.quickActions', quickLinks)
  const admin = useLinks('dashboard.administration', adminLinks)
  // Its place is kept while it is on its way.
  const hasActivity = !activity.data || activity.data.length > 0
  const hasAdmin = isSuperAdmin && admin.length > 0
  const lastEvent = activity.error ? null : activity.data && (activity.data[0]?.createdAt ?? null)

  return (
    <>
      <PageHeader title={translate('dashboard.title')} subtitle={translate('dashboard.subtitle')} />
      <PageBody>
        <Attention sources={sources} states={states} onState={onState} lastEvent={lastEvent} />
        <UnlessPending isPending={!isKnown || !first.isKnown}>
          {first.steps.length > 0 && <FirstSteps steps={first.steps} onDismiss={first.dismiss} />}
          <Columns>
            {main.length > 0 && (
              <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
                {main.map((block) => (
                  <Suspense key={block.id} fallback={<Box sx={{ height: 236 }} />}>
                    <Block component={block.component} />
                  </Suspense>
                ))}
              </Box>
            )}
            {quick.length > 0 && (
              <ActionList
                title={translate('dashboard.quickActions.title')}
                actions={quick}
                wide={main.length === 0}
              />
            )}
          </Columns>
          <Metrics />
          <Columns>
            {activity.error ? (
              <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />
            ) : (
              hasActivity && <RecentActivity entries={activity.data} />
            )}
            {hasAdmin && (
              <ActionList
                title={translate('dashboard.administration.title')}
                actions={admin}
                wide={!hasActivity}
              />
            )}
          </Columns>
          <Later>
            {below.map((block) => (
              <Suspense key={block.id}>
                <Block component={block.component} />
              </Suspense>
            ))}
          </Later>
        </UnlessPending>
      </PageBody>
    </>
  )
}

// Answers arrive one by one: each draws its own block, not all of them.
const Block = memo(({ component: Component }: { component: ComponentType }) => <Component />)

/** What plugins bring, as far as this person may see it here. */
function useContributions() {
  const who = usePermissions()
  const { attention, dashboardBlocks } = useRegistry()
  const blocks = dashboardBlocks.filter((block) => isVisible(block, who))
  return {
    // The operator's own trouble is on the page that they have without an organization.
    sources: attention.filter((source) => isVisible(source, who) && !source.superAdminOnly),
    main: blocks.filter((block) => block.place === 'main'),
    below: blocks.filter((block) => block.place !== 'main'),
  }
}
