import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Server } from 'lucide-react'
import { lazy } from 'react'

const page = 'system'
const superAdminOnly = true

export default defineConsolePlugin({
  id: page,
  routes: [{ path: '/system', component: lazy(() => import('./SystemScreen.js')), superAdminOnly }],
  menu: [
    {
      to: '/system',
      label: 'shell.section.system',
      icon: Server,
      section: 'system',
      order: 50,
      superAdminOnly,
    },
  ],
  tabs: [
    {
      page,
      id: 'overview',
      label: 'system.tab.overview',
      component: lazy(() => import('./overview/OverviewTab.js')),
      order: 10,
    },
    {
      page,
      id: 'jobs',
      label: 'system.tab.jobs',
      component: lazy(() => import('./queue/JobsTab.js')),
      order: 20,
    },
    {
      page,
      id: 'events',
      label: 'system.tab.events',
      component: lazy(() => import('./queue/ParkedTab.js')),
      order: 30,
    },
    {
      page,
      id: 'plugins',
      label: 'system.tab.plugins',
      component: lazy(() => import('./plugins/PluginsTab.js')),
      order: 40,
    },
  ],
  live: { 'job_*': ['jobs', 'system'], 'parked_event_*': ['events/parked', 'system'] },
})
