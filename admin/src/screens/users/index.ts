import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Users } from 'lucide-react'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'users',
  routes: [
    {
      path: '/users',
      component: lazy(() => import('./UsersScreen.js')),
      permission: 'users.read',
    },
  ],
  menu: [
    {
      to: '/users',
      label: 'users.menu',
      icon: Users,
      section: 'main',
      order: 30,
      key: 'u',
      permission: 'users.read',
    },
  ],
  firstSteps: [
    {
      id: 'invite',
      label: 'users.firstStep',
      to: '/users?new=people',
      resource: 'users',
      // The first person is the one who signed in.
      atLeast: 2,
      permission: 'users.write',
      order: 15,
    },
  ],
  entityLinks: {
    user: ({ id, eventType }) => (eventType === 'user_removed' ? '/users' : `/users?user=${id}`),
  },
  live: {
    'user_*': ['users'],
    users_imported: ['users'],
    // The list shows who has a second factor.
    passkey_added: ['users'],
    passkey_removed: ['users'],
    second_factor_reset: ['users'],
  },
  commands: [
    {
      id: 'users.invite',
      label: 'users.invite',
      icon: Users,
      to: '/users?new=people',
      order: 50,
      permission: 'users.write',
    },
  ],
  searchProviders: [
    {
      id: 'users',
      label: 'users.menu',
      icon: Users,
      order: 50,
      permission: 'users.read',
      search: async (...asked) => (await import('./search.js')).findUsers(...asked),
    },
  ],
})
