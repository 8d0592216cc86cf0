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
  type NewOrder,
  type PutOrder,
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
  type ZipOrder,
} from './visits.js'

export type Metadata = Record<string, unknown>

/** One version of a file; it never changes. Equal bytes of the tenant have the same `hash`. */
export type FileVersion = Output<typeof versionShape>

/** A folder above an asset. */
export interface FolderAbove {
  id: string
  name: string
  /** When it was moved to the trash. Lists do not show the contents of a folder in the trash. */
  trashedAt: string | null
}

/** A file in a folder or in a folder below it. */
export interface FileBelow {
  id: string
  name: string
  /** Names of the folders between the two. */
  folders: string[]
  /** The names of these folders and of the file, joined by "/". */
  path: string
}

/** What to do when the folder already has that name. */
export const takenChoices = ['newVersion', 'rename', 'skip', 'fail'] as const

/** The copy or move of one file. */
export interface PlaceOrder {
  action: 'copy' | 'move'
  folderId: string
  /** Names of folders below that one. Missing ones are created. */
  folders: readonly string[]
  existing: (typeof takenChoices)[number]
}

/** The file at the target afterwards. */
export interface PlacedFile {
  id: string
  version: number
  name: string
  /** `unchanged`: the file has the same bytes, or is there already. `skipped`: the file with that name stays as it is. */
  fate: 'created' | 'updated' | 'unchanged' | 'skipped'
}

/** A version of a file that was stored. Other domains read the file by it. */
export interface TakenFile {
  assetId: string
  /** The name that is stored. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  version: number
  versionId: string
}

/**
 * What other domains may do with assets, in the tenant of the context. A folder that the person of the context may
 * not open hides everything below it.
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
   * Whether a folder at a path, above it or below it forbids the person of the context to read or to change. For work
   * that runs there with the rights of another person.
   * @param names of the folders from the top level down
   */
  isClosedAround(level: 'read' | 'write', names: readonly string[]): Promise<boolean>
  /**
   * Returns an SQL condition for rows whose asset the person of the context may open. An asset that was deleted from
   * a closed folder counts as closed. Searches need this, because their results would reveal closed assets.
   * @param column the column that names the asset, as SQL
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
   * Copies or moves one file into a folder, in the transaction of the context. Copies share their content, so no bytes are
   * copied. A file moved onto a file with its name becomes a version of that file, and goes to the trash itself.
   * @throws Problem 404, 403 when the person of the context may only read, 409 for a taken name, 422
   */
  placeFile(id: string, order: PlaceOrder): Promise<PlacedFile>
  /**
   * Reads files to their ends and stores them in a folder, as uploads by programs do: a file with the same name gets another
   * version, unless its bytes are the same. All files are stored or none: the bytes of other files are released.
   * @param work runs in the transaction of the files. `put` stores them, in the order they came, with the rights of the context
   *   that calls it. Without that call nothing is stored. It runs a second time when another transaction stored a file with one of the names first
   * @throws Problem 403 or 404 for the folder, 409 when a folder has the name, 413, 422 for a name, 507, and what `work` throws
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

/** The smallest contributed limit applies. */
export const uploadLimits = extensionPoint<UploadLimit>('assets.uploadLimits')
