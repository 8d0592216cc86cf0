import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ErrorState,
  isVisible,
  lazyPart,
  PageBody,
  PageHeader,
  RowsSkeleton,
  Section,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { Building2, FolderOpen, Layers, Plug, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Suspense, useState, type ReactNode } from 'react'
import { useRegistry } from '../../registry/context.js'
import { ActionList, type DashboardAction } from './ActionList.js'
import { ActivityRows } from './ActivityRows.js'
import { Metrics } from './Metrics.js'

const ActivityDialog = lazyPart(() => import('./ActivityDialog.js'))

const quickLinks = { assets: FolderOpen, users: Users, integrations: Plug } as const
const adminLinks = { tenants: Building2, environments: Layers } as const
const paths: Record<string, string> = { environments: '/admin/environments' }

/** /dashboard: how things stand, and where to go next. */
export default function DashboardScreen() {
  const translate = useTranslate()
  const who = usePermissions()
  const { dashboardBlocks } = useRegistry()
  const activity = useRead<ActivityEntry[]>('dashboard/activity')
  const quick = useLinks('dashboard.quickActions', quickLinks)
  const admin = useLinks('dashboard.administration', adminLinks)
  // Its place is kept while it is on its way.
  const hasActivity = !activity.data || activity.data.length > 0

  const side = (
    <>
      {quick.length > 0 && (
        <ActionList
          title={translate('dashboard.quickActions.title')}
          actions={quick}
          wide={!hasActivity}
        />
      )}
      {who.isSuperAdmin && admin.length > 0 && (
        <ActionList
          title={translate('dashboard.administration.title')}
          actions={admin}
          wide={!hasActivity}
        />
      )}
    </>
  )

  return (
    <>
      <PageHeader title={translate('dashboard.title')} subtitle={translate('dashboard.subtitle')} />
      <PageBody>
        <Metrics />
        {hasActivity ? (
          <Columns side={quick.length + admin.length > 0 && side}>
            {activity.error ? (
              <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />
            ) : (
              <RecentActivity entries={activity.data} />
            )}
          </Columns>
        ) : (
          side
        )}
        {dashboardBlocks
          .filter((block) => isVisible(block, who))
          .map((block) => (
            <Suspense key={block.id}>
              <block.component />
            </Suspense>
          ))}
      </PageBody>
    </>
  )
}

// Only areas that this console really has, and that this person may open.
function useLinks(messages: string, links: Record<string, DashboardAction['icon']>) {
  const translate = useTranslate()
  const { routes, resources } = useRegistry()
  const who = usePermissions()
  const screens = [...routes, ...resources.map((one) => ({ ...one, path: `/${one.name}` }))]
  return Object.entries(links).flatMap(([name, icon]): DashboardAction[] => {
    const to = paths[name] ?? `/${name}`
    const screen = screens.find(({ path }) => path === to || path === `${to}/*`)
    if (!screen || !isVisible(screen, who)) return []
    const text = (part: string) => translate(`${messages}.${name}.${part}`)
    return [{ to, icon, title: text('title'), text: text('text') }]
  })
}

const Columns = ({ side, children }: { side: ReactNode; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: {
        xs: 'minmax(0, 1fr)',
        lg: side ? 'minmax(0, 2fr) minmax(0, 1fr)' : undefined,
      },
    }}
  >
    {children}
    {side && <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>{side}</Box>}
  </Box>
)

// Without entries while they are loading.
function RecentActivity({ entries }: { entries: ActivityEntry[] | undefined }) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const [showAll, setShowAll] = useState(false)
  return (
    <Section
      flush
      title={translate('dashboard.activity.title')}
      actions={
        entries &&
        can('activity.read') && (
          <Button size="small" onClick={() => setShowAll(true)} sx={{ mr: -1.25 }}>
            {translate('dashboard.activity.viewAll')}
          </Button>
        )
      }
    >
      {entries ? <ActivityRows entries={entries.slice(0, 5)} fill /> : <RowsSkeleton rows={5} />}
      {showAll && <ActivityDialog onClose={() => setShowAll(false)} />}
    </Section>
  )
}
