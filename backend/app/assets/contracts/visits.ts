import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type { Answer } from '@crossdock/kernel/http'
import type { Page } from '@crossdock/kernel/lists'
import type { Problem } from '@crossdock/kernel/ground'
import { service } from '@crossdock/kernel/plugin'
import type { UploadForm } from '@crossdock/kernel/storage'
import type { AssetInfo } from './asset_info.js'

/** An asset that a visit may see. */
export interface Visited {
  asset: AssetInfo
  /** The path from the root of the visit down to the asset, inclusive. */
  path: { id: string; name: string }[]
}

/** Sort order of a folder's list. */
export interface VisitOrder {
  field: 'name' | 'size' | 'fileModifiedAt'
  direction: 'asc' | 'desc'
}

/** A file or folder below the root of a visit. */
export interface Below extends Pick<AssetInfo, 'id' | 'name' | 'type' | 'mimeType' | 'size'> {
  parentId: string
  /** When the file was last changed or the folder was created; ISO 8601. */
  changedAt: string
}

/** Everything that a visit may see below a folder. */
export interface AllBelow {
  entries: Below[]
  /** More exists than `entries` contains. */
  isCut: boolean
}

/** How a zip is sent to a visitor. */
export interface ZipOrder {
  /** Runs work with the current rights of the visit, once a second while bytes are sent. An error ends the zip. */
  inPresent: <T>(work: () => Promise<T>) => Promise<T>
  /** As for `send`. The content id is the ETag of the zip: equal files give equal ids. */
  begin: (beginning: Beginning) => Promise<void>
}

/** What is known about a download before its first byte. */
export interface Beginning {
  contentId: string
  /** Bytes of the whole file. */
  size: number
  /** Requested bytes. */
  length: number
  /** Only a part of the file was requested. */
  isRange: boolean
  /** The download includes the last byte of the file. */
  reachesEnd: boolean
  /** Destroying the stream ends the download. */
  bytes: Readable
  /** Bytes sent so far, at least to the connection. */
  sent(): number
}

/** Callbacks for a form that is being received. */
export interface Receiver {
  /** Called before bytes are stored. An error becomes the answer. */
  taken(length: number): Promise<void>
  /** Runs in the transaction that adds the files. */
  also(made: { id: string; name: string }[]): Promise<void>
}

/** A file of a form that was not stored, and the reason. */
export interface RefusedFile {
  /** As the sender wrote it, not validated. */
  name: string
  why: Problem
}

/**
 * Access to one asset and everything below it, for visitors of a link. Runs in the context of the sharer.
 */
export interface AssetVisits {
  /**
   * The asset itself or one below it, not in the trash.
   * @throws Problem 404, the same for assets elsewhere and for unknown ids; 409 when the root is in the trash
   */
  find(rootId: string, id?: string): Promise<Visited>
  /** Checks that a folder accepts files. @throws Problem 403 when its content is read-only, 404, 422 */
  assertReceives(folderId: string): Promise<void>
  /** A page of the contents of a folder, folders first. */
  list(
    folderId: string,
    page: { offset: number; limit: number; order: VisitOrder }
  ): Promise<Page<AssetInfo>>
  /**
   * Everything below a folder, at most `most` files and folders, without what is closed to the person who shared it.
   */
  below(folderId: string, most: number): Promise<AllBelow>
  /**
   * Answers a request with the bytes of a file, always as a download that must not be cached.
   * @param begin called before the bytes are sent; an error becomes the answer
   */
  send(
    http: HttpContext,
    asset: AssetInfo,
    begin: (beginning: Beginning) => Promise<void>
  ): Promise<Answer<undefined> | undefined>
  /**
   * Answers a request with a folder as a zip, like `send` for a file.
   * @throws Problem 404, 422 too many files, 503 while the server computes checksums of older files
   */
  sendZip(
    http: HttpContext,
    folder: Pick<AssetInfo, 'id'>,
    order: ZipOrder
  ): Promise<Answer<undefined> | undefined>
  /** Answers with a picture of a page of a file. @throws Problem 404 when it cannot be drawn, 503 */
  sendPreview(
    http: HttpContext,
    file: Pick<AssetInfo, 'id'>,
    page: number
  ): Promise<Answer<undefined> | undefined>
  /** Answers with the thumbnail of a file. @throws Problem 404 when there is none */
  sendThumbnail(
    http: HttpContext,
    file: Pick<AssetInfo, 'id'>
  ): Promise<Answer<undefined> | undefined>
  /** Whether the server can draw the file. */
  canBeDrawn(file: Pick<AssetInfo, 'mimeType'>): boolean
  /** The beginning of a file as text, at most `most` bytes; null when the file is not text. */
  textOf(
    file: Pick<AssetInfo, 'id'>,
    most: number
  ): Promise<{ text: string; isCut: boolean } | null>
  /**
   * Puts the files of a form into a folder, each under a free name. Existing files do not change.
   * @returns the files refused for their names or sizes; the others are stored
   */
  receive(form: UploadForm, folderId: string, receiver: Receiver): Promise<RefusedFile[]>
}

export const assetVisits = service<AssetVisits>('assets.visits')
