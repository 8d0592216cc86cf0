import type { Asset, ExternalSystem, FolderBinding } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveFolder } from '../../assets/resolve.js'
import { UsageError } from '../../errors.js'
import { findRecord } from '../../records/find.js'
import { systemKind } from '../systems/kind.js'

export const systemNamed = (api: ApiClient, typed: string): Promise<ExternalSystem> =>
  findRecord(api, systemKind, typed)

/** A folder by its path or id; the top level is none. */
export async function folderNamed(api: ApiClient, typed: string): Promise<Asset> {
  const folder = await resolveFolder(api, typed)
  if (folder) return folder
  throw new UsageError('--folder names the top level: a system that is bound to no folder gets it.')
}

/** A folder as people read it; its id for who may not see files. */
export const pathOf = ({ assetPath, assetId }: FolderBinding): string => assetPath ?? assetId
