import { countByTenant, sumByTenant, tenantFigures } from '@crossdock/backend/tenants'
import { contribute, definePlugin, readAndWrite } from '@crossdock/kernel/plugin'
import { assetLibrary, uploadLimits } from './contracts/index.js'
import { eventTypes } from './event_types.js'

/** Files and folders of a tenant: versions, trash, metadata and their content. */
export const assets = definePlugin({
  name: 'assets',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['tenants'],
  migrations: ['backend/app/assets/migrations'],
  permissions: readAndWrite(
    'assets',
    'files and folders',
    ['editor', 'viewer', 'user'],
    ['editor']
  ),
  eventTypes,
  extensionPoints: [uploadLimits],
  contributes: [
    contribute(tenantFigures, (figures) => {
      const outsideTrash = countByTenant('assets', (query) => query.whereNull('trashed_at'))
      figures.add('totalAssets', outsideTrash)
      figures.add('storageBytes', sumByTenant('content_chunks', 'size'))
    }),
  ],
  operations: () => import('./operations.js'),
  async register() {
    const { Library } = await import('./library.js')
    assetLibrary.provide(new Library())
  },
})
