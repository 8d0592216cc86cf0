import { definePlugin } from '@crossdock/kernel/plugin'
import { eventEffects, traceSources } from './contracts/index.js'

/** The event log for people: events, the progress of their consumers, and what they caused. */
export const events = definePlugin({
  name: 'events',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['activity', 'system', 'users'],
  extensionPoints: [eventEffects, traceSources],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/events': 'webhooks' },
})
