import { notificationKinds } from '@crossdock/backend/notifications'
import { belongings } from '@crossdock/backend/users'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { assetsShare, sharingWrite } from './contracts/index.js'
import {
  shareChanged,
  shareCreated,
  shareDownloaded,
  shareLinkRead,
  shareReported,
  shareRevoked,
  shareUploaded,
  sharingRuleChanged,
} from './event_types.js'
import { schedules } from './job_refs.js'

/** Links that share a file or folder with anyone who has the link. */
export const shares = definePlugin({
  name: 'shares',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['access', 'assets', 'branding', 'mail', 'users'],
  migrations: ['backend/app/shares/migrations'],
  permissions: [assetsShare, sharingWrite],
  eventTypes: [
    shareCreated,
    shareChanged,
    shareRevoked,
    shareLinkRead,
    shareDownloaded,
    shareUploaded,
    shareReported,
    sharingRuleChanged,
  ],
  contributes: [
    contribute(belongings, async (registry) =>
      registry.add('shares', (await import('./actions/belongings.js')).ownedShares)
    ),
    contribute(mailLetters, async (letters) => {
      letters.add('shares.link', (await import('./letters/link.js')).linkLetter)
    }),
    contribute(sealedColumns, (columns) => {
      columns.add('shares.links', { table: 'shares', column: 'sealed_token' })
    }),
    contribute(notificationKinds, async (kinds) => {
      const sent = await import('./notifications.js')
      kinds.add('shares.filesReceived', sent.filesReceived)
      kinds.add('shares.linkUsedUp', sent.linkUsedUp)
      kinds.add('shares.linkReported', sent.linkReported)
      kinds.add('shares.linkReportedToOperator', sent.linkReportedToOperator)
    }),
  ],
  jobs: () => import('./jobs/index.js'),
  schedules,
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/shares': 'assets' },
  async ready() {
    const { watchRevocations } = await import('./running_downloads.js')
    watchRevocations()
  },
})
