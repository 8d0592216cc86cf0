import { defineConsolePlugin } from '@crossdock/admin/kit'
import { History } from 'lucide-react'
import { lazy } from 'react'

const permission = 'activity.read'

export default defineConsolePlugin({
  id: 'activity',
  routes: [{ path: '/activity', component: lazy(() => import('./ActivityScreen.js')), permission }],
  menu: [
    {
      to: '/activity',
      label: 'activity.title',
      icon: History,
      section: 'operate',
      order: 90,
      key: 'y',
      permission,
    },
  ],
  // The feed tells of whatever happens.
  live: { '*': ['activity'] },
  messages: { en: () => import('./messages.js'), de: () => import('./messages.de.js') },
  screenMessages: {
    en: () => import('./screen_messages.js'),
    de: () => import('./screen_messages.de.js'),
  },
})
