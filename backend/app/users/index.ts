import { notificationKinds } from '@crossdock/backend/notifications'
import { tenantFigures, tenantProvisioning } from '@crossdock/backend/tenants'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { accounts, belongings, people, usersRead, usersWrite } from './contracts/index.js'
import { eventTypes } from './event_types.js'
import { forgetImportsHourly } from './job_refs.js'
import { accountQueries } from './queries/accounts.js'

/** The people of every tenant, and the super administrator. */
export const users = definePlugin({
  name: 'users',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants'],
  migrations: ['backend/app/users/migrations'],
  permissions: [usersRead, usersWrite],
  eventTypes,
  extensionPoints: [belongings],
  contributes: [
    contribute(tenantProvisioning, (provisioning) =>
      provisioning.add('firstAdmin', async ({ adminEmail }) => {
        const { inviteUser } = await import('./actions/invite_user.js')
        await inviteUser({ email: adminEmail, role: 'admin' })
      })
    ),
    contribute(tenantFigures, (figures) => {
      figures.add('activeUsers', async (ids) =>
        (await import('./queries/figures.js')).activeUsers(ids)
      )
      figures.add('invitedUsers', async (ids) =>
        (await import('./queries/figures.js')).invitedUsers(ids)
      )
    }),
    contribute(notificationKinds, async (kinds) =>
      kinds.add('users.importEnded', (await import('./notifications.js')).importEnded)
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/users': 'users' },
  jobs: () => import('./jobs/index.js'),
  schedules: [forgetImportsHourly],
  register() {
    accounts.provide(accountQueries)
    people.provide({
      add: async (person) => (await import('./actions/admit_person.js')).addPerson(person),
      setRole: async (userId, role) =>
        (await import('./actions/admit_person.js')).setRole(userId, role),
      administrators: async () => (await import('./queries/administrators.js')).administrators(),
      holdAdministrators: async () => (await import('./policies/last_admin.js')).holdAdmins(),
      isAdministratorLeft: async (rules) =>
        (await import('./policies/last_admin.js')).isAdministratorLeft(rules),
      active: async (page) => (await import('./queries/by_domain.js')).activePeople(page),
      outside: async (domains, page) =>
        (await import('./queries/by_domain.js')).peopleOutside(domains, page),
    })
  },
  async start({ settings }) {
    await accounts.use().ensureSuperAdministrator(settings.ADMIN_EMAIL)
  },
})
