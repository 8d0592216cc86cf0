import { definePermission } from '@crossdock/kernel/plugin'

export const systemRead = definePermission('system.read', {
  description: 'See installed plugins and what failed',
  roles: [],
})

export const systemWrite = definePermission('system.write', {
  description: 'Retry, drop and delete what failed',
  roles: [],
})
