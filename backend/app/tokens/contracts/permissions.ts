import { definePermission } from '@crossdock/kernel/plugin'

export const tokensRead = definePermission('tokens.read', {
  description: 'See all API tokens',
  roles: [],
})

export const tokensWrite = definePermission('tokens.write', {
  description: 'Revoke all API tokens, and create some with a token',
  roles: [],
})
