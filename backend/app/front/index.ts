import { notificationKinds } from '@crossdock/backend/notifications'
import { operatorBrand } from '@crossdock/backend/tenants'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import {
  demoRequestAnswered,
  demoRequestDeleted,
  demoRequested,
  demoRequestReopened,
  frontChanged,
} from './event_types.js'
import { schedules } from './job_refs.js'

/** The public pages: the landing page, the sales page with requests for a demo, and the API reference. */
export const front = definePlugin({
  name: 'front',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['access', 'branding', 'mail', 'system', 'tenants', 'tokens', 'users'],
  migrations: ['backend/app/front/migrations'],
  eventTypes: [
    demoRequested,
    demoRequestAnswered,
    demoRequestReopened,
    demoRequestDeleted,
    frontChanged,
  ],
  contributes: [
    contribute(notificationKinds, async (kinds) =>
      kinds.add('front.demoRequest', (await import('./notification.js')).demoAsked)
    ),
    contribute(mailLetters, async (letters) =>
      letters.add('front.demo', (await import('./letters/demo_request.js')).demoRequestLetter)
    ),
  ],
  jobs: () => import('./jobs/index.js'),
  schedules,
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  register() {
    operatorBrand.provide({
      get: async () => (await (await import('./queries/site.js')).currentSite()).brand,
    })
  },
  async boot({ app }) {
    const folder = app.config.get<string | undefined>('console.folder')
    if (folder) (await import('@crossdock/backend/branding')).findFont(folder)
  },
})
