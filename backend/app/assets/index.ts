import { countByTenant, sumByTenant, tenantFigures } from '@crossdock/backend/tenants'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { assetLibrary, assetsRead, assetsWrite, uploadLimits } from './contracts/index.js'
import { assetEvents } from './event_types.js'

/** Files and folders of a tenant: versions, trash, metadata and their content. */
export const assets = definePlugin({
  name: 'assets',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  dependsOn: ['tenants'],
  migrations: ['backend/app/assets/migrations'],
  permissions: [assetsRead, assetsWrite],
  eventTypes: Object.values(assetEvents),
  extensionPoints: [uploadLimits],
  contributes: [
    contribute(tenantFigures, (figures) => {
      figures.add('totalAssets', countByTenant('assets.kept'))
      figures.add('storageBytes', sumByTenant('storage.chunks'))
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  async register() {
    const { Library } = await import('./library.js')
    assetLibrary.provide(new Library())
  },
})
