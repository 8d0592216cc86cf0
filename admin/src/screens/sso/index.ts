import { defineConsolePlugin } from '@crossdock/admin/kit'
import { LogIn } from 'lucide-react'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'sso',
  routes: [
    {
      path: '/single-sign-on',
      component: lazy(() => import('./SsoScreen.js')),
      permission: 'sso.read',
    },
  ],
  menu: [
    {
      to: '/single-sign-on',
      label: 'sso.title',
      icon: LogIn,
      section: 'people',
      order: 50,
      permission: 'sso.read',
    },
  ],
  live: { 'oauth_config_*': ['oauth-configs'] },
  messages: { en: () => import('./messages.js'), de: () => import('./messages.de.js') },
  screenMessages: {
    en: () => import('./screen_messages.js'),
    de: () => import('./screen_messages.de.js'),
  },
})
