import { definePermission } from '@crossdock/kernel/plugin'

export const retentionRead = definePermission('retention.read', {
  description: 'See how long records are kept',
  roles: [],
})

export const retentionWrite = definePermission('retention.write', {
  description: 'Set how long records are kept; older records are deleted',
  roles: [],
})
