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
import { Building2, FolderOpen, Layers, Plug, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo, Suspense, useMemo, type ComponentType } from 'react'
import { useRegistry } from '../../registry/context.js'
import { ActionList, type DashboardAction } from './ActionList.js'
import { Attention, useAttentionStates } from './Attention.js'
import { DashboardGrid, place, UnlessPending } from './DashboardGrid.js'
import { FirstSteps } from './FirstSteps.js'
import { Metrics } from './Metrics.js'
import { RecentActivity } from './RecentActivity.js'
import { useFirstSteps } from './use_first_steps.js'
import { useOpenPath } from './use_open_path.js'

const quickLinks = { assets: FolderOpen, users: Users, integrations: Plug } as const
const adminLinks = { tenants: Building2, environments: Layers } as const
const paths: Record<string, string> = { environments: '/admin/environments' }

/** /dashboard: whether anything is wrong, how things stand, and where to go next. */
export default function DashboardScreen() {
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
        <Metrics />
        <Attention sources={sources} states={states} onState={onState} lastEvent={lastEvent} />
        <UnlessPending isPending={!isKnown || !first.isKnown}>
          {first.steps.length > 0 && <FirstSteps steps={first.steps} onDismiss={first.dismiss} />}
          <DashboardGrid hasMain={main.length > 0}>
            {main.length > 0 && (
              <Box sx={place.main}>
                {main.map((block) => (
                  <Suspense key={block.id} fallback={<Box sx={{ height: 236 }} />}>
                    <Block component={block.component} />
                  </Suspense>
                ))}
              </Box>
            )}
            {quick.length > 0 && (
              <Box sx={hasActivity || main.length > 0 ? place.quick : place.wide}>
                <ActionList title={translate('dashboard.quickActions.title')} actions={quick} />
              </Box>
            )}
            {hasActivity && (
              <Box
                sx={
                  hasAdmin || (main.length === 0 && quick.length > 0) ? place.activity : place.wide
                }
              >
                {activity.error ? (
                  <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />
                ) : (
                  <RecentActivity entries={activity.data} />
                )}
              </Box>
            )}
            {hasAdmin && (
              <Box sx={hasActivity ? place.admin : place.wide}>
                <ActionList
                  title={translate('dashboard.administration.title')}
                  actions={admin}
                  wide={!hasActivity}
                />
              </Box>
            )}
          </DashboardGrid>
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
    sources: attention.filter((source) => isVisible(source, who)),
    main: blocks.filter((block) => block.place === 'main'),
    below: blocks.filter((block) => block.place !== 'main'),
  }
}

// Only areas that this console really has, and that this person may open.
function useLinks(messages: string, links: Record<string, DashboardAction['icon']>) {
  const translate = useTranslate()
  const openPath = useOpenPath()
  return useMemo(
    () =>
      Object.entries(links).flatMap(([name, icon]): DashboardAction[] => {
        const to = openPath(paths[name] ?? `/${name}`)
        if (!to) return []
        const text = (part: string) => translate(`${messages}.${name}.${part}`)
        return [{ to, icon, title: text('title'), text: text('text') }]
      }),
    [links, messages, openPath, translate]
  )
}
