import { defineConsolePlugin } from '@crossdock/admin/kit'
import { LayoutDashboard } from 'lucide-react'
import { lazy } from 'react'
import { dashboardMessages } from './messages.js'

export default defineConsolePlugin({
  id: 'dashboard',
  routes: [{ path: '/dashboard', component: lazy(() => import('./DashboardScreen.js')) }],
  menu: [
    {
      to: '/dashboard',
      label: 'dashboard.title',
      icon: LayoutDashboard,
      section: 'main',
      order: 10,
    },
  ],
  messages: { en: dashboardMessages },
})
