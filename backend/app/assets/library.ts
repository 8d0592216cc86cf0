import type { Readable } from 'node:stream'
import { notFound } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import { mergeMetadata } from './actions/change_metadata.js'
import type { AssetInfo, AssetLibrary, FileVersion, Metadata } from './contracts/index.js'
import { Asset } from './models/asset.js'
import { findVersion } from './queries/find_version.js'
import { lineage } from './queries/lineage.js'
import { newestFiles } from './queries/newest_files.js'
import { toAsset, toVersion } from './transformers/asset.js'

/** The domain as other domains use it. */
export class Library implements AssetLibrary {
  async find(id: string): Promise<AssetInfo> {
    return toAsset(await this.#asset(id))
  }

  async version(assetId: string, version?: number): Promise<FileVersion> {
    return toVersion(await findVersion(await this.#asset(assetId), version))
  }

  async newest(count: number): Promise<AssetInfo[]> {
    return (await newestFiles(count)).map(toAsset)
  }

  async folders(id: string): Promise<{ id: string; name: string }[]> {
    const path = await lineage(id)
    if (path.length === 0) throw notFound('There is no asset with the id "{id}".', id)
    return path.slice(0, -1).map(({ id, name }) => ({ id, name }))
  }

  async open({ hash }: Pick<FileVersion, 'hash'>): Promise<Readable> {
    return await contentStore.use().read(hash)
  }

  async mergeMetadata(id: string, changes: Metadata): Promise<AssetInfo> {
    return toAsset(await mergeMetadata(id, changes))
  }

  async #asset(id: string): Promise<Asset> {
    const asset = await Asset.find(id)
    if (asset === null) throw notFound('There is no asset with the id "{id}".', id)
    return asset
  }
}
