import type { Asset, ExternalSystem, FolderBinding } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveFolder } from '../../assets/resolve.js'
import { UsageError } from '../../errors.js'
import { findRecord } from '../../records/find.js'
import { systemKind } from '../systems/kind.js'

export const systemNamed = (api: ApiClient, typed: string): Promise<ExternalSystem> =>
  findRecord(api, systemKind, typed)

/** A folder by path or id. The top level is refused. */
export async function folderNamed(api: ApiClient, typed: string): Promise<Asset> {
  const folder = await resolveFolder(api, typed)
  if (folder) return folder
  throw new UsageError('--folder names the top level. A system without bindings gets all files.')
}

/** The folder's path, or its id for callers who may not see files. */
export const pathOf = ({ assetPath, assetId }: FolderBinding): string => assetPath ?? assetId
