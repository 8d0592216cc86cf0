import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type { Answer, Page, Problem } from '@crossdock/kernel/http'
import { service } from '@crossdock/kernel/plugin'
import type { UploadForm } from '@crossdock/kernel/storage'
import type { AssetInfo } from './index.js'

/** Something below what a visit may see. */
export interface Visited {
  asset: AssetInfo
  /** The way to it, from what the visit begins at down to itself. */
  path: { id: string; name: string }[]
}

/** The order of a folder's list. */
export interface VisitOrder {
  field: 'name' | 'size' | 'fileModifiedAt'
  direction: 'asc' | 'desc'
}

/** A file or folder somewhere below the folder of a visit. */
export interface Below extends Pick<AssetInfo, 'id' | 'name' | 'type' | 'mimeType' | 'size'> {
  parentId: string
  /** When the file was last changed, or the folder made; ISO 8601. */
  changedAt: string
}

/** What a visit may see below a folder. */
export interface AllBelow {
  entries: Below[]
  /** There is more than `entries` holds. */
  isCut: boolean
}

/** How a zip is sent to a visitor. */
export interface ZipOrder {
  /** Runs work as the visit may go on at that moment; asked once a second while bytes are sent. What it throws ends the zip. */
  inPresent: <T>(work: () => Promise<T>) => Promise<T>
  /** As that of `send`. The content id is the tag of the zip: the same for the same files. */
  begin: (beginning: Beginning) => Promise<void>
}

/** What is told of a download before its first byte. */
export interface Beginning {
  contentId: string
  /** Of the whole file. */
  size: number
  /** Bytes that are asked for. */
  length: number
  /** A part of the file was asked for. */
  isRange: boolean
  /** The download includes the last byte of the file. */
  reachesEnd: boolean
  /** Destroying them ends the download. */
  bytes: Readable
  /** How many of them have left so far, for the connection at least. */
  sent(): number
}

/** Who has a form received. */
export interface Receiver {
  /** Told of bytes before they are stored; what it throws is the answer. */
  taken(length: number): Promise<void>
  /** What is true from the same moment on as the files are there, in the same transaction. */
  also(made: { id: string; name: string }[]): Promise<void>
}

/** A file of a form that is not stored, and the reason. */
export interface RefusedFile {
  /** As the sender wrote it, unchecked. */
  name: string
  why: Problem
}

/** Files for who is led to one thing and what lies below it, and sees nothing else. In the context of who let them in. */
export interface AssetVisits {
  /**
   * The thing itself or what lies below it, and not in the trash.
   * @throws Problem 404, the same for what lies elsewhere and what does not exist; 409 for what is in the trash itself
   */
  find(rootId: string, id?: string): Promise<Visited>
  /** Whether files may be put into a folder. @throws Problem 403 where its content may only be read, 404, 422 */
  assertReceives(folderId: string): Promise<void>
  /** A page of the contents of a folder, folders first. */
  list(
    folderId: string,
    page: { offset: number; limit: number; order: VisitOrder }
  ): Promise<Page<AssetInfo>>
  /** Everything below a folder, at most `most` files and folders, without what is closed to who let the visitor in. */
  below(folderId: string, most: number): Promise<AllBelow>
  /**
   * Answers a request with the bytes of a file, always as a download, which nobody keeps.
   * @param begin asked before they are sent; what it throws is the answer
   */
  send(
    http: HttpContext,
    asset: AssetInfo,
    begin: (beginning: Beginning) => Promise<void>
  ): Promise<Answer<undefined> | undefined>
  /**
   * Answers a request with a folder as a zip, as `send` does with a file.
   * @throws Problem 404, 422 too many files, 503 while checksums of older files are found
   */
  sendZip(
    http: HttpContext,
    folder: Pick<AssetInfo, 'id'>,
    order: ZipOrder
  ): Promise<Answer<undefined> | undefined>
  /** Answers with a picture of a page of a file. @throws Problem 404 where it cannot be drawn, 503 */
  sendPreview(
    http: HttpContext,
    file: Pick<AssetInfo, 'id'>,
    page: number
  ): Promise<Answer<undefined> | undefined>
  /** Answers with the small picture of a file. @throws Problem 404 where there is none */
  sendThumbnail(
    http: HttpContext,
    file: Pick<AssetInfo, 'id'>
  ): Promise<Answer<undefined> | undefined>
  /** Whether a picture of a file may be drawn. */
  canBeDrawn(file: Pick<AssetInfo, 'mimeType'>): boolean
  /** The beginning of a file as text, at most `most` bytes; null for what is no text. */
  textOf(
    file: Pick<AssetInfo, 'id'>,
    most: number
  ): Promise<{ text: string; isCut: boolean } | null>
  /**
   * Puts the files of a form into a folder, each under a name that is free there: nothing that is there changes.
   * @returns the files that are refused for their names or sizes; the others are stored
   */
  receive(form: UploadForm, folderId: string, receiver: Receiver): Promise<RefusedFile[]>
}

export const assetVisits = service<AssetVisits>('assets.visits')
