import { defineConsolePlugin, lazyScreen } from '@crossdock/admin/kit'
import { LayoutDashboard } from 'lucide-react'
import { troubleState } from './trouble.js'

export default defineConsolePlugin({
  id: 'dashboard',
  routes: [
    {
      path: '/dashboard',
      component: lazyScreen(() => import('./DashboardScreen.js')),
      needsOnlyShellTexts: true,
    },
  ],
  menu: [
    {
      to: '/dashboard',
      label: 'dashboard.title',
      icon: LayoutDashboard,
      section: 'main',
      order: 10,
      key: 'd',
    },
  ],
  attention: [
    {
      id: 'installation',
      component: lazyScreen(() => import('./TroubleRows.js')),
      known: troubleState,
      order: 40,
    },
  ],
  // Any event can change the numbers of the dashboard.
  live: { '*': ['dashboard'] },
})
