import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'notifications',
  routes: [{ path: '/notifications', component: lazy(() => import('./NotificationsScreen.js')) }],
  headerItems: [{ id: 'notifications', component: lazy(() => import('./Bell.js')) }],
  tabs: [
    {
      page: 'settings',
      id: 'notifications',
      label: 'notifications.title',
      component: lazy(() => import('./NotificationSettings.js')),
      order: 20,
    },
  ],
  live: { 'notification*': ['notifications'] },
})
