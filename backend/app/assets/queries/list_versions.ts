import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { AssetVersion } from '../models/asset_version.js'

export const versionList: ListDefinition = {
  resource: 'versions',
  filters: { version: 'number' },
  sorts: { version: 'version' },
  defaultSort: ['version', 'desc'],
}

export function listVersions(assetId: string, list: ListRequest): Promise<Page<Row<AssetVersion>>> {
  return paginate(AssetVersion.query().where('assetId', assetId), versionList, list)
}
