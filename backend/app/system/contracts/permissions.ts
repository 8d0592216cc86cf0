import { definePermission } from '@crossdock/kernel/plugin'

export const systemRead = definePermission('system.read', {
  description: 'See installed plugins and failed work',
  roles: [],
})

export const systemWrite = definePermission('system.write', {
  description: 'Retry, drop and delete failed work',
  roles: [],
})
