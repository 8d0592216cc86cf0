import { definePlugin } from '@crossdock/kernel/plugin'
import { syncEndpoints } from './contracts/index.js'

/** Sync contracts: what is kept equal between a folder on a desk and the tenant's assets. */
export const sync = definePlugin({
  name: 'sync',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['agents', 'integrations'],
  extensionPoints: [syncEndpoints],
})
