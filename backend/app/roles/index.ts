import { roleSources } from '@crossdock/backend/access'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { rolesRead, rolesWrite } from './contracts/index.js'
import { roleCreated, roleDeleted, roleReplaced, roleUpdated } from './event_types.js'

/** Custom roles of tenants in addition to the built-in ones, and the permissions of people. */
export const roles = definePlugin({
  name: 'roles',
  version: '0.1.0',
  compatibility: '^0.1',
  dependsOn: ['access', 'users'],
  migrations: ['backend/app/roles/migrations'],
  permissions: [rolesRead, rolesWrite],
  eventTypes: [roleCreated, roleUpdated, roleDeleted, roleReplaced],
  contributes: [
    contribute(roleSources, async (sources) => {
      sources.add('roles', (await import('./queries/role_source.js')).ownRoles)
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/roles': 'users', '/permissions': 'users' },
})
