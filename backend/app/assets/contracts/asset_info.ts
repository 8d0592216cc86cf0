import type { Output } from '@crossdock/kernel/shapes'
import type { assetShape } from '../validators/asset.js'

/** A folder or a file with its present version. */
export type AssetInfo = Output<typeof assetShape>
