import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Settings2 } from 'lucide-react'
import { lazy } from 'react'

const to = '/settings'
const moved = lazy(() => import('./FormerAddress.js'))
const page = 'settings'

export default defineConsolePlugin({
  id: page,
  routes: [
    { path: to, component: lazy(() => import('./SettingsScreen.js')) },
    // Former addresses, which old links still use.
    { path: '/branding', component: moved, permission: 'branding.write', needsTenant: false },
    { path: '/single-sign-on', component: moved, permission: 'sso.read', needsTenant: false },
  ],
  menu: [{ to, label: 'settings.title', icon: Settings2, section: 'main', order: 90, key: 's' }],
  userMenu: [{ id: page, label: 'settings.title', icon: Settings2, to, order: 500 }],
  tabs: [
    {
      page,
      id: 'profile',
      label: 'settings.profileTitle',
      component: lazy(() => import('./profile/ProfileSection.js')),
      order: 10,
    },
    {
      page,
      id: 'appearance',
      label: 'settings.appearanceTitle',
      keywords: 'settings.appearanceWords',
      component: lazy(() => import('./appearance/AppearanceSections.js')),
      order: 30,
    },
    {
      page,
      id: 'organization',
      label: 'settings.organizationTitle',
      group: 'organization',
      needsTenant: true,
      component: lazy(() => import('./organization/OrganizationSection.js')),
      order: 40,
    },
  ],
  live: { profile_changed: ['settings/profile', 'users'] },
})
