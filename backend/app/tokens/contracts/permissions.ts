import { definePermission } from '@crossdock/kernel/plugin'

export const tokensRead = definePermission('tokens.read', {
  description: "See everybody's API tokens",
  roles: [],
})

export const tokensWrite = definePermission('tokens.write', {
  description: "Revoke everybody's API tokens, and make some with a token",
  roles: [],
})
