import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  ErrorState,
  isVisible,
  Later,
  lazyPart,
  PageBody,
  PageHeader,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { lazy, memo, Suspense, useState, type ComponentType } from 'react'
import { useRegistry } from '../../registry/context.js'
import { ActionList } from '../start/ActionList.js'
import { Attention, useAttentionStates } from './Attention.js'
import { Columns, UnlessPending } from './DashboardGrid.js'
import { Metrics } from './Metrics.js'
import { RecentActivity } from './RecentActivity.js'
import { useKeptSteps } from '../start/use_kept_steps.js'
import { adminLinks, quickLinks, useLinks } from './use_links.js'

const FirstSteps = lazyPart(() => import('../start/FirstSteps.js'))
const Welcome = lazyPart(() => import('../start/Welcome.js'))
const OperatorHome = lazy(() => import('./operator/OperatorHome.js'))

/** /dashboard: problems, next steps and numbers. */
export default function DashboardScreen() {
  return usePermissions().hasTenant ? <TenantDashboard /> : <OperatorHome />
}

function TenantDashboard() {
  const translate = useTranslate()
  const { isSuperAdmin, can } = usePermissions()
  const { sources, main, below } = useContributions()
  const { states, onState, isKnown } = useAttentionStates(sources)
  const [steps] = useKeptSteps()
  const hasFirst = can('users.write') && !steps?.isOver
  const [isFirstKnown, setFirstKnown] = useState(false)
  const waits = hasFirst && !isFirstKnown
  const activity = useRead<ActivityEntry[]>('dashboard/activity')
  const quick = useLinks('dashboard.quickActions', quickLinks)
  const admin = useLinks('dashboard.administration', adminLinks)
  // Keep the space of the activity while it loads.
  const hasActivity = !activity.data || activity.data.length > 0
  const hasAdmin = isSuperAdmin && admin.length > 0
  const lastEvent = activity.error ? null : activity.data && (activity.data[0]?.lastAt ?? null)

  return (
    <>
      <PageHeader title={translate('dashboard.title')} subtitle={translate('dashboard.subtitle')} />
      <PageBody>
        {hasFirst && <FirstSteps onKnown={setFirstKnown} />}
        <UnlessPending isPending={waits}>
          <Attention sources={sources} states={states} onState={onState} lastEvent={lastEvent} />
        </UnlessPending>
        <UnlessPending isPending={!isKnown || waits}>
          {!can('users.write') && <Welcome />}
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

// Answers arrive one by one, and each should render only its own block.
const Block = memo(({ component: Component }: { component: ComponentType }) => <Component />)

/** The contributions of plugins that this person may see here. */
function useContributions() {
  const who = usePermissions()
  const { attention, dashboardBlocks } = useRegistry()
  const blocks = dashboardBlocks.filter((block) => isVisible(block, who))
  return {
    // Problems of the installation are shown on the operator's page without an organization.
    sources: attention.filter((source) => isVisible(source, who) && !source.superAdminOnly),
    main: blocks.filter((block) => block.place === 'main'),
    below: blocks.filter((block) => block.place !== 'main'),
  }
}
