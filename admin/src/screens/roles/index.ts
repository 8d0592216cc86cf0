import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Plus, ShieldCheck } from 'lucide-react'
import { lazy } from 'react'

const permission = 'roles.read'

export default defineConsolePlugin({
  id: 'roles',
  routes: [{ path: '/roles', component: lazy(() => import('./RolesScreen.js')), permission }],
  menu: [
    {
      to: '/roles',
      label: 'roles.title',
      icon: ShieldCheck,
      section: 'organization',
      order: 20,
      key: 'r',
      permission,
    },
  ],
  commands: [
    {
      id: 'roles.add',
      label: 'roles.add',
      icon: Plus,
      to: '/roles?new=role',
      order: 70,
      permission: 'roles.write',
    },
  ],
  entityLinks: { role: () => '/roles' },
  // A change of a person's role changes the counts of both roles.
  live: { 'role_*': ['roles', 'users', 'permissions'], 'user_*': ['roles', 'users'] },
})
