import { definePermission } from '@crossdock/kernel/plugin'

export const retentionRead = definePermission('retention.read', {
  description: 'See how long what is recorded is kept',
  roles: [],
})

export const retentionWrite = definePermission('retention.write', {
  description: 'Decide how long what is recorded is kept; what is older is deleted',
  roles: [],
})
