import { defineConsolePlugin } from '@crossdock/admin/kit'
import { ShieldCheck } from 'lucide-react'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'security',
  routes: [{ path: '/security', component: lazy(() => import('./SecurityScreen.js')) }],
  userMenu: [
    { id: 'security', label: 'security.title', icon: ShieldCheck, to: '/security', order: 500 },
  ],
  commands: [
    {
      id: 'security',
      label: 'security.title',
      keywords: 'security.words',
      icon: ShieldCheck,
      to: '/security',
      order: 700,
    },
  ],
  live: {
    user_signed_in: ['sessions'],
    'session_*': ['sessions'],
    sessions_closed: ['sessions'],
    'passkey_*': ['passkeys'],
    'second_factor_*': ['second-factor', 'second-factor-rule'],
    tenant_rules_changed: ['tenant/rules'],
    'recovery_code*': ['second-factor'],
  },
  messages: { en: () => import('./messages.js'), de: () => import('./messages.de.js') },
  screenMessages: {
    en: () => import('./screen_messages.js'),
    de: () => import('./screen_messages.de.js'),
  },
})
