import { definePlugin } from '@crossdock/kernel/plugin'

/** What organizations decide about signing in: whose addresses, by what, and for how long. */
export const rules = definePlugin({
  name: 'rules',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  dependsOn: ['access', 'passkeys', 'sso', 'tenants', 'users'],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
})
