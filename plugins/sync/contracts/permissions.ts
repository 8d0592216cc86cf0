import { definePermission } from '@crossdock/kernel/plugin'

export const syncRead = definePermission('sync.read', {
  description: 'See sync contracts, their runs and their conflicts',
  roles: ['editor', 'viewer', 'user'],
})

export const syncRun = definePermission('sync.run', {
  description: 'Start, pause, stop and release sync contracts, and resolve their conflicts',
  roles: ['editor'],
})

/** A contract acts with the permissions of its owner. */
export const syncManage = definePermission('sync.manage', {
  description: 'Create, change and delete sync contracts',
  roles: [],
})
