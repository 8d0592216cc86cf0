import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type { Answer } from '@crossdock/kernel/http'
import type { Page } from '@crossdock/kernel/lists'
import type { Problem } from '@crossdock/kernel/ground'
import { service } from '@crossdock/kernel/plugin'
import type { UploadForm } from '@crossdock/kernel/storage'
import type { AssetInfo } from './asset_info.js'

/** An asset that a visitor may see. */
export interface Visited {
  asset: AssetInfo
  /** The path from the shared asset down to this one, inclusive. */
  path: { id: string; name: string }[]
}

/** Sort order of a folder's list. */
export interface VisitOrder {
  field: 'name' | 'size' | 'fileModifiedAt'
  direction: 'asc' | 'desc'
}

/** A file or folder below the shared folder. */
export interface Below extends Pick<AssetInfo, 'id' | 'name' | 'type' | 'mimeType' | 'size'> {
  parentId: string
  /** When the file was last changed or the folder was created; ISO 8601. */
  changedAt: string
}

/** Everything that a visitor may see below a folder. */
export interface AllBelow {
  entries: Below[]
  /** More exists than `entries` contains. */
  isCut: boolean
}

/** How a zip is sent to a visitor. */
export interface ZipOptions {
  /**
   * Called once a second while bytes are sent: runs work with the current rights of the link. An error ends
   * the zip.
   */
  inPresent: <T>(work: () => Promise<T>) => Promise<T>
  /** As for `send`. The content id is the zip's ETag, which is equal for equal files. */
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
  /** Bytes that the connection has accepted so far. */
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
  /** The name that the sender gave, unchecked. */
  name: string
  why: Problem
}

/**
 * Access to the asset of a link and everything below it, for visitors. Runs with the rights of the person who
 * shared it.
 */
export interface AssetVisits {
  /**
   * The root asset, or one below it, outside the trash.
   * @throws Problem 404, the same for assets elsewhere and for unknown ids; 409 when the root is in the trash
   */
  find(rootId: string, id?: string): Promise<Visited>
  /** Checks that files may be added to a folder. @throws Problem 403 when the folder is read-only, 404, 422 */
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
    options: ZipOptions
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
