import type { Readable } from 'node:stream'
import type { Output } from '@crossdock/kernel/shapes'
import { extensionPoint, service } from '@crossdock/kernel/plugin'
import type { IncomingFile } from '@crossdock/kernel/storage'
import type { versionShape } from '../validators/asset.js'
import type { AssetInfo } from './asset_info.js'

export type { AssetInfo } from './asset_info.js'
export { assetsAll, assetsPermissions, assetsRead, assetsWrite } from './permissions.js'
export { safeHeaders, pictureDrawing, type PictureDrawing } from './pictures.js'
export {
  assetTrees,
  type AssetTrees,
  type ExpectedAsset,
  type NewFilePut,
  type FilePut,
  type TreeEntry,
} from './trees.js'
export { assetEvents, type AssetEventPayload } from '../event_types.js'
export {
  assetVisits,
  type AllBelow,
  type AssetVisits,
  type Beginning,
  type Below,
  type Receiver,
  type RefusedFile,
  type Visited,
  type VisitOrder,
  type ZipOptions,
} from './visits.js'

export type Metadata = Record<string, unknown>

/** One version of a file; it never changes. In a tenant, equal bytes have the same `hash`. */
export type FileVersion = Output<typeof versionShape>

/** A folder above an asset. */
export interface FolderAbove {
  id: string
  name: string
  /** When the folder was moved to the trash. Lists do not show the contents of a folder in the trash. */
  trashedAt: string | null
}

/** A file in a folder or in a folder below it. */
export interface FileBelow {
  id: string
  name: string
  /** Names of the folders between that folder and the file. */
  folders: string[]
  /** `folders` and the file's name, joined by "/". */
  path: string
}

/** What to do when the target folder already has an asset with that name. */
export const takenChoices = ['newVersion', 'rename', 'skip', 'fail'] as const

/** The copy or move of one file. */
export interface PlaceRequest {
  action: 'copy' | 'move'
  folderId: string
  /** Names of folders below `folderId`. Missing ones are created. */
  folders: readonly string[]
  existing: (typeof takenChoices)[number]
}

/** The file at the target afterwards. */
export interface PlacedFile {
  id: string
  version: number
  name: string
  /** `unchanged`: the target has the same bytes, or the file is there already. `skipped`: the existing file stays. */
  fate: 'created' | 'updated' | 'unchanged' | 'skipped'
}

/** A stored version of a file, as other domains refer to it. */
export interface TakenFile {
  assetId: string
  /** The stored name. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  version: number
  versionId: string
}

/**
 * Assets for other domains, in the tenant of the context. A folder that the person of the context may not
 * open hides everything below it.
 */
export interface AssetLibrary {
  /** An asset, in the trash or not. @throws Problem 404 */
  find(id: string): Promise<AssetInfo>
  /**
   * Names of assets by id, including the trash. Deleted assets and assets that the caller may not open are left out.
   */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Ids of assets whose names contain every word, including the trash, newest first. Leaves out assets that the
   * caller may not open.
   * @param most maximum number of ids
   */
  findByName(words: string, most: number): Promise<string[]>
  /**
   * Which of these assets are in folders that the person of the context may not open. While any folder is closed,
   * deleted assets count as closed, too: their folder is no longer known.
   */
  findClosed(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Whether the folder at a path, or one above or below it, is closed to the person of the context. For work
   * that later runs there with the rights of another person.
   * @param names of the folders from the top level down
   */
  isClosedAround(level: 'read' | 'write', names: readonly string[]): Promise<boolean>
  /**
   * Returns an SQL condition for rows whose asset the person of the context may open. An asset that was
   * deleted from a closed folder counts as closed. For searches, whose results would otherwise reveal closed
   * assets.
   * @param column SQL of the column with the asset's id
   * @returns null when nothing is closed
   */
  openCondition(column: string): Promise<{ sql: string; values: string[] } | null>
  /** A version of a file, by default the current one. @throws Problem 404, or 409 for a folder */
  version(assetId: string, version?: number): Promise<FileVersion>
  /** The newest files outside the trash, newest first, at most `count`. */
  newest(count: number): Promise<AssetInfo[]>
  /** The folders above an asset, from the top. @throws Problem 404 */
  folders(id: string): Promise<FolderAbove[]>
  /** Paths of assets by id, including the trash. Deleted assets are left out. */
  paths(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Streams the bytes of a version. Must not run inside a transaction: a stream may take hours. */
  open(version: Pick<FileVersion, 'hash'>): Promise<Readable>
  /**
   * Sets metadata keys (null removes a key) and records metadata_change, in the transaction of the context when there is
   * one. Records nothing when all keys have these values already.
   */
  mergeMetadata(id: string, changes: Metadata): Promise<AssetInfo>
  /**
   * The files in a folder, and with `deep` those in folders below it, in the order of their paths. Files that the
   * person of the context may not open are left out, and so is the folder `besides`. Must run inside a transaction.
   * @throws Problem 404 for an unknown folder, 422 for more than `most` files
   */
  filesBelow(
    folderId: string,
    options: { most: number; deep: boolean; besides?: string }
  ): Promise<FileBelow[]>
  /**
   * Copies or moves one file into a folder, in the transaction of the context. Copies share their content, so
   * no bytes are copied. With `newVersion`, a moved file becomes a version of the file with its name, and
   * goes to the trash.
   * @throws Problem 404, 403 when the person of the context may only read, 409 for a taken name, 422
   */
  placeFile(id: string, request: PlaceRequest): Promise<PlacedFile>
  /**
   * Reads files to their ends and puts them into a folder: all or none. An existing file with a name gets
   * another version, unless its bytes are the same.
   * @param work runs in the transaction of the files. It calls `put` to store them in their order, with the
   *   rights of the context at that call. If it does not call `put`, nothing is stored. `work` runs again if
   *   another transaction took one of the names
   * @throws Problem 403 or 404 for the folder, 409 when a folder has the name, 413, 422 for a name, 507, and
   *   what `work` throws
   */
  take<Result>(
    files: AsyncIterable<IncomingFile> | Iterable<IncomingFile>,
    folderId: string,
    work: (put: () => Promise<TakenFile[]>) => Promise<Result>
  ): Promise<Result>
}

export const assetLibrary = service<AssetLibrary>('assets.library')

/** Size limit in bytes for uploads in the current context. */
export type UploadLimit = () => number | Promise<number>

/** Limits for the size of an upload; the smallest one applies. */
export const uploadLimits = extensionPoint<UploadLimit>('assets.uploadLimits')
