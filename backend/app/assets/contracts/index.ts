import type { Readable } from 'node:stream'
import type { Output } from '@crossdock/kernel/http'
import { extensionPoint, service } from '@crossdock/kernel/plugin'
import type { IncomingFile } from '@crossdock/kernel/storage'
import type { assetShape, versionShape } from '../validators/asset.js'

export { assetsAll, assetsPermissions, assetsRead, assetsWrite } from './permissions.js'
export { harmless, pictureDrawing, type PictureDrawing } from './pictures.js'
export { assetEvents, type AssetEventPayload } from '../event_types.js'
export {
  assetVisits,
  type AssetVisits,
  type Beginning,
  type Receiver,
  type RefusedFile,
  type Visited,
} from './visits.js'

export type Metadata = Record<string, unknown>

/** A folder or a file with its present version. */
export type AssetInfo = Output<typeof assetShape>

/** One version of a file; it never changes. Equal bytes of the tenant have the same `hash`. */
export type FileVersion = Output<typeof versionShape>

/** A folder something lies in. */
export interface FolderAbove {
  id: string
  name: string
  /** Set on one in the trash: what lies in it is in nobody's sight. */
  trashedAt: string | null
}

/** A file below a folder. */
export interface FileBelow {
  id: string
  name: string
  /** Names of the folders between the two. */
  folders: string[]
  /** Of these and the name, with "/" between them. */
  path: string
}

/** What to do where the name of a file is taken. */
export const takenChoices = ['newVersion', 'rename', 'skip', 'fail'] as const

/** Where a file is copied or moved. */
export interface PlaceOrder {
  action: 'copy' | 'move'
  folderId: string
  /** Names of folders below that one, which are made as they are missing. */
  folders: readonly string[]
  existing: (typeof takenChoices)[number]
}

/** The file that is there then. */
export interface PlacedFile {
  id: string
  version: number
  name: string
  /** `unchanged`: it has these very bytes, or lies there already. `skipped`: another one of that name stays as it is. */
  fate: 'created' | 'updated' | 'unchanged' | 'skipped'
}

/** A version of a file that was put somewhere: a handle by which others read it. */
export interface TakenFile {
  assetId: string
  /** As it is stored. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  version: number
  versionId: string
}

/**
 * What other domains may do with assets; everything happens in the context's tenant. What lies in a folder that is closed to
 * the context's person is not there for them.
 */
export interface AssetLibrary {
  /** An asset, in the trash or not. @throws Problem 404 */
  find(id: string): Promise<AssetInfo>
  /** Names of assets by their ids, those in the trash included; what is gone, or closed to the caller, is left out. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Ids of assets whose names hold all of some words, those in the trash included, at most so many: the ones that were added
   * last. What is closed to the caller is left out.
   */
  named(words: string, most: number): Promise<string[]>
  /**
   * Which of some assets lie in folders that are closed to the context's person; while any folder is, those that are gone for
   * good, too, of which nobody knows any more where they lay.
   */
  closed(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Narrows rows that name an asset to those whose asset is not closed to the context's person; what is gone for good and lay
   * in a closed folder counts as closed. For searches, which would tell what they find by finding it.
   * @param column where a row names it, as SQL
   * @returns null where nothing is closed
   */
  openOnly(column: string): Promise<{ sql: string; values: string[] } | null>
  /** A version of a file, the present one when none is named. @throws Problem 404, or 409 for a folder */
  version(assetId: string, version?: number): Promise<FileVersion>
  /** The files that were added last and are not deleted, at most so many; newest first. */
  newest(count: number): Promise<AssetInfo[]>
  /** The folders an asset lies in, from the top. @throws Problem 404 */
  folders(id: string): Promise<FolderAbove[]>
  /** Paths of assets by their ids, those in the trash included; what is gone is left out. */
  paths(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Streams the bytes of a version. Never inside a transaction: a stream may take hours. */
  open(version: Pick<FileVersion, 'hash'>): Promise<Readable>
  /**
   * Sets some metadata keys (null removes one) and records metadata_change, in the context's
   * transaction when there is one. Changes nothing, and records nothing, when all are set already.
   */
  mergeMetadata(id: string, changes: Metadata): Promise<AssetInfo>
  /**
   * The files in a folder, and with `deep` those in folders below it, in the order of their paths. What is closed to the
   * context's person is left out, and `besides`, which is a folder. Inside a transaction.
   * @throws Problem 404 for a folder that is not there, 422 for more than `most` files
   */
  filesBelow(
    folderId: string,
    options: { most: number; deep: boolean; besides?: string }
  ): Promise<FileBelow[]>
  /**
   * Copies or moves one file into a folder, in the context's transaction. Both share their content, so no bytes are copied.
   * What is moved onto a file of its name becomes a version of that one, and goes to the trash itself.
   * @throws Problem 404, 403 where the context's person may only read, 409 for a taken name, 422
   */
  placeFile(id: string, order: PlaceOrder): Promise<PlacedFile>
  /**
   * Reads files to their ends and puts them into a folder, as uploads of programs do: a file of the same name gets another
   * version, unless it has these very bytes. All of it happens or nothing: bytes of files that are not put are given back.
   * @param work done in the transaction of the files. `put` puts them, in the order they came, with the rights of the context
   *   it is called in; without that call they are not put. Done once more when others take a name meanwhile
   * @throws Problem 403 or 404 for the folder, 409 where a folder has the name, 413, 422 for a name, 507, and what `work` throws
   */
  take<Result>(
    files: AsyncIterable<IncomingFile> | Iterable<IncomingFile>,
    folderId: string,
    work: (put: () => Promise<TakenFile[]>) => Promise<Result>
  ): Promise<Result>
}

export const assetLibrary = service<AssetLibrary>('assets.library')

/** Largest file that may be uploaded in the current context, in bytes. */
export type UploadLimit = () => number | Promise<number>

/** The smallest of all contributed limits counts. */
export const uploadLimits = extensionPoint<UploadLimit>('assets.uploadLimits')
