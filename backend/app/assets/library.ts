import type { Readable } from 'node:stream'
import { notFound } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import { mergeMetadata } from './actions/change_metadata.js'
import { placeFile } from './actions/place_file.js'
import { takeFiles } from './actions/take_files.js'
import type { AssetInfo } from './contracts/asset_info.js'
import type {
  AssetLibrary,
  FileBelow,
  FileVersion,
  FolderAbove,
  Metadata,
  PlacedFile,
  PlaceRequest,
} from './contracts/index.js'
import { isClosedAround, passesThrough } from './folder_permissions/checks.js'
import { closedFolders } from './folder_permissions/closed.js'
import { closedAssets } from './folder_permissions/closed_assets.js'
import { Asset } from './models/asset.js'
import { openRowsSql } from './folder_permissions/outside_closed.js'
import { filesBelow } from './queries/files_below.js'
import { findVersion } from './queries/find_version.js'
import { lineage, lineages, formatPath } from './tree/lineage.js'
import { namedAssets } from './queries/named_assets.js'
import { newestFiles } from './queries/newest_files.js'
import { showAsset, showAssets, showVersions } from './transformers/asset.js'

/** The interface of this domain for other domains. */
export class Library implements AssetLibrary {
  async find(id: string): Promise<AssetInfo> {
    return showAsset(await this.#asset(id))
  }

  async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const found = await Asset.query()
      .whereIn('id', [...new Set(ids)])
      .select('id', 'name')
    const closed = await closedFolders('read')
    const paths = closed.size > 0 ? await lineages(found.map(({ id }) => id)) : undefined
    const seen = found.filter(({ id }) => !passesThrough(paths?.get(id) ?? [], closed))
    return new Map(seen.map(({ id, name }) => [id, name]))
  }

  findByName(words: string, most: number): Promise<string[]> {
    return namedAssets(words, most)
  }

  findClosed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return closedAssets(ids)
  }

  isClosedAround(level: 'read' | 'write', names: readonly string[]): Promise<boolean> {
    return isClosedAround(level, names)
  }

  openCondition(column: string): Promise<{ sql: string; values: string[] } | null> {
    return openRowsSql(column)
  }

  async version(assetId: string, version?: number): Promise<FileVersion> {
    const [shown] = await showVersions([await findVersion(await this.#asset(assetId), version)])
    return shown!
  }

  async newest(count: number): Promise<AssetInfo[]> {
    return showAssets(await newestFiles(count))
  }

  async folders(id: string): Promise<FolderAbove[]> {
    const path = await lineage(id)
    if (path.length === 0 || passesThrough(path, await closedFolders('read'))) {
      throw notFound('There is no asset with the id "{id}".', id)
    }
    return path.slice(0, -1).map(({ id, name, trashedAt }) => ({ id, name, trashedAt }))
  }

  async paths(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const closed = await closedFolders('read')
    const found = [...(await lineages(ids))].filter(
      ([, path]) => path.length > 0 && !passesThrough(path, closed)
    )
    return new Map(found.map(([id, path]) => [id, formatPath(path)]))
  }

  async open({ hash }: Pick<FileVersion, 'hash'>): Promise<Readable> {
    return await contentStore.use().read(hash)
  }

  async mergeMetadata(id: string, changes: Metadata): Promise<AssetInfo> {
    return showAsset(await mergeMetadata(id, changes))
  }

  filesBelow(...given: Parameters<AssetLibrary['filesBelow']>): Promise<FileBelow[]> {
    return filesBelow(...given)
  }

  placeFile(id: string, request: PlaceRequest): Promise<PlacedFile> {
    return placeFile(id, request)
  }

  take = takeFiles

  async #asset(id: string): Promise<Asset> {
    const asset = await Asset.find(id)
    const closed = await closedFolders('read')
    const isClosed = closed.size > 0 && passesThrough(await lineage(id), closed)
    if (!asset || asset.purgedAt || isClosed)
      throw notFound('There is no asset with the id "{id}".', id)
    return asset
  }
}
