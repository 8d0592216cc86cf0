import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { operatorSwitch, providers, ssoRead, ssoWrite } from './contracts/index.js'
import {
  oauthConfigCreated,
  oauthConfigDeleted,
  oauthConfigProven,
  oauthConfigTested,
  oauthConfigUpdated,
} from './event_types.js'

/** Sign-in with the identity providers of a tenant, over OpenID Connect. */
export const sso = definePlugin({
  name: 'sso',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'users', 'access'],
  migrations: ['backend/app/sso/migrations'],
  permissions: [ssoRead, ssoWrite],
  eventTypes: [
    oauthConfigCreated,
    oauthConfigUpdated,
    oauthConfigDeleted,
    oauthConfigTested,
    oauthConfigProven,
  ],
  contributes: [
    contribute(sealedColumns, (columns) => {
      columns.add('oauth_configs.client_secret', {
        table: 'oauth_configs',
        column: 'client_secret',
      })
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  register() {
    providers.provide({
      knownAmong: async (userIds) => (await import('./queries/known_among.js')).knownAmong(userIds),
    })
    operatorSwitch.provide({
      disable: async (tenant) =>
        (await import('./actions/disable_tenant.js')).disableTenant(tenant),
    })
  },
  async ready({ app }) {
    const { rotateSecrets } = await import('./actions/rotate_secrets.js')
    await rotateSecrets(await app.container.make('logger'))
  },
})
