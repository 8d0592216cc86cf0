import { traceSources } from '@crossdock/backend/events'
import { dashboardReads, veils } from '@crossdock/backend/activity'
import { notificationKinds } from '@crossdock/backend/notifications'
import { keptRecords } from '@crossdock/backend/retention'
import { countByTenant, sumByTenant, tenantFigures } from '@crossdock/backend/tenants'
import { belongings } from '@crossdock/backend/users'
import { httpStages } from '@crossdock/kernel/http'
import { ledger, meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { chunkRoom, contentNames } from '@crossdock/kernel/storage'
import {
  assetLibrary,
  assetsAll,
  assetsPermissions,
  assetsRead,
  assetsWrite,
  assetTrees,
  assetVisits,
  pictureDrawing,
  uploadLimits,
} from './contracts/index.js'
import { assetEvents, folderAccessTaken, thumbnailMade } from './event_types.js'
import { expireUploadsHourly } from './job_refs.js'

/** Files and folders of a tenant: versions, trash, metadata and their content. */
export const assets = definePlugin({
  name: 'assets',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'activity', 'events', 'users', 'access', 'retention'],
  migrations: ['backend/app/assets/migrations'],
  permissions: [assetsRead, assetsWrite, assetsPermissions, assetsAll],
  eventTypes: [...Object.values(assetEvents), folderAccessTaken, thumbnailMade],
  extensionPoints: [uploadLimits],
  contributes: [
    contribute(traceSources, async (sources) =>
      sources.add('asset', (await import('./queries/trace_assets.js')).tracedAssets)
    ),
    contribute(tenantFigures, (figures) => {
      figures.add('totalAssets', countByTenant('assets.kept'))
      figures.add('storageBytes', sumByTenant('storage.chunks'))
    }),
    contribute(meters, async (registry) => {
      const { maxFileSize, storageQuotaGB } = await import('./meters.js')
      registry.add('storageQuotaGB', storageQuotaGB)
      registry.add('maxFileSize', maxFileSize)
    }),
    contribute(httpStages, async (stages) =>
      stages.add('file sizes', (await import('./file_sizes.js')).fileSizes)
    ),
    contribute(belongings, async (registry) =>
      registry.add('assets', (await import('./actions/belongings.js')).ownedAssets)
    ),
    contribute(contentNames, async (names) =>
      names.add('assets', (await import('./queries/named_contents.js')).namedContents)
    ),
    contribute(notificationKinds, async (kinds) =>
      kinds.add('assets.folderTaken', (await import('./notifications.js')).folderTaken)
    ),
    contribute(veils, async (registry) =>
      registry.add('asset', (await import('./folder_permissions/closed_assets.js')).assetVeil)
    ),
    contribute(keptRecords, async (records) =>
      records.add('trash', (await import('./kept_trash.js')).keptTrash)
    ),
    contribute(dashboardReads, (reads) =>
      reads.add('assets.total', { path: 'assets', only: 'total' })
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/assets': 'assets', '/tags': 'assets' },
  jobs: () => import('./jobs/index.js'),
  schedules: [expireUploadsHourly],
  async register() {
    const { Library } = await import('./library.js')
    assetLibrary.provide(new Library())
    const { Visits } = await import('./visits.js')
    assetVisits.provide(new Visits())
    const { Trees } = await import('./trees.js')
    assetTrees.provide(new Trees())
    pictureDrawing.provide({
      redraw: async (bytes, options) =>
        (await import('./pictures/redraw.js')).redraw(bytes, options),
    })
    chunkRoom.provide((write) => ledger.use().reserveFor('storageQuotaGB', write))
  },
  async shutdown() {
    const { endPictures } = await import('./pictures/pictures.js')
    endPictures()
  },
})
