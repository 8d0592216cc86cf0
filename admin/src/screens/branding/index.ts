import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Tag } from 'lucide-react'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'branding',
  routes: [
    {
      path: '/branding',
      component: lazy(() => import('./BrandingScreen.js')),
      permission: 'branding.write',
    },
  ],
  menu: [
    {
      to: '/branding',
      label: 'branding.title',
      icon: Tag,
      section: 'people',
      order: 70,
      permission: 'branding.write',
    },
  ],
  live: { 'tenant_*': ['tenant/branding'] },
  messages: { en: () => import('./messages.js'), de: () => import('./messages.de.js') },
  screenMessages: {
    en: () => import('./screen_messages.js'),
    de: () => import('./screen_messages.de.js'),
  },
})
