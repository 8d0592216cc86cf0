import { accessGuards } from '@crossdock/backend/access'
import { contribute, definePlugin, readAndWrite } from '@crossdock/kernel/plugin'
import { IdentityCache } from './cache.js'
import { tokenCache } from './contracts/index.js'
import { tokenOf } from './secret.js'

let cache: IdentityCache

/** Keys for programs: `Authorization: Bearer cdk_…`. */
export const tokens = definePlugin({
  name: 'tokens',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['access', 'users'],
  migrations: ['backend/app/tokens/migrations'],
  permissions: readAndWrite('tokens', 'API tokens', []),
  eventTypes: [
    {
      name: 'api_token_created',
      description: 'An API token was made',
      security: true,
      permission: 'tokens.read',
      activity: ({ name }) => `Created the API token ${name}`,
    },
    {
      name: 'api_token_revoked',
      description: 'An API token was revoked',
      security: true,
      permission: 'tokens.read',
      activity: ({ name }) => `Revoked the API token ${name}`,
    },
  ],
  contributes: [
    contribute(accessGuards, async (guards) => {
      const { TokenGuard } = await import('./token_guard.js')
      guards.add('token', {
        claims: (http) => tokenOf(http.request.header('authorization')) !== null,
        create: (http) => new TokenGuard(http, cache),
      })
    }),
  ],
  operations: () => import('./operations.js'),
  register() {
    cache = new IdentityCache()
    tokenCache.provide(cache)
  },
})
