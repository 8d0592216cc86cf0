import type { Output } from '@crossdock/kernel/shapes'
import type { assetShape } from '../validators/asset.js'

/** A folder, or a file with the data of its current version. */
export type AssetInfo = Output<typeof assetShape>
