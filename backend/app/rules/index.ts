import { definePlugin } from '@crossdock/kernel/plugin'

/** Sign-in rules of organizations: allowed addresses, ways to sign in, and the length of sessions. */
export const rules = definePlugin({
  name: 'rules',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['access', 'passkeys', 'sso', 'tenants', 'users'],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
})
