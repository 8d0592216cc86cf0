import { service } from '@crossdock/kernel/plugin'

/** A file or folder in a tree. */
export interface TreeEntry {
  id: string
  parentId: string
  name: string
  type: 'folder' | 'file'
  /** Bytes; 0 for folders. */
  size: number
  /** Number of the current version; 0 for folders. */
  version: number
  /** Content id of the current version; null for folders. */
  hash: string | null
  /** When the file was last changed, ISO 8601; null for folders. */
  modifiedAt: string | null
  /** The asset is closed to the person of the context. Callers must neither change nor show it. */
  isClosed: boolean
}

/** The expected state of an asset. If it differs, nothing changes. */
export interface ExpectedAsset {
  id: string
  parentId: string
  name: string
  /** 0 for folders. */
  version: number
}

/** Stored content that becomes a new file or the next version of a file. */
export interface FilePut {
  parentId: string
  name: string
  /** Content id. */
  hash: string
  size: number
  /** The result of `typeOf`. */
  mimeType: string
  fileModifiedAt: string | null
  /** The file to replace; null if the name must be free. */
  expected: ExpectedAsset | null
}

/** Stored content that becomes a new file. */
export type NewFilePut = Omit<FilePut, 'expected'>

/**
 * Trees of folders for sync, in the tenant and with the rights of the context. Every change runs in the
 * caller's transaction, first checks the expected state, and records the usual events.
 */
export interface AssetTrees {
  /** The id of the folder at a path of names. Missing folders are created. @throws Problem 404, 403, 409, 422 */
  folderAt(names: readonly string[]): Promise<string>
  /** The id of the folder at a path of names; null when there is none that the person of the context may open. */
  findAt(names: readonly string[]): Promise<string | null>
  /** Names from the top level down to a folder; null when it is gone, in the trash, or closed to the person of the context. */
  pathOf(folderId: string): Promise<string[] | null>
  /**
   * Everything below a folder outside the trash, folders before their contents.
   * @throws Problem 422 for more than `most`
   */
  below(folderId: string, most: number): Promise<TreeEntry[]>
  /**
   * Whether a version of a file has this content, also while the file is in the trash. If so, the content
   * stays stored.
   */
  hasVersion(id: string, hash: string): Promise<boolean>
  /** Whether an asset may have this name. */
  isValidName(name: string): boolean
  /**
   * The people who uploaded versions of files, by file id and then by content id; null for programs. For
   * equal contents of a file, the newest version counts.
   */
  uploaders(
    versions: readonly { id: string; hash: string }[]
  ): Promise<(id: string, hash: string) => string | null>
  /**
   * The file with this name in a folder, as `put` expects it; null when the name is free.
   * @throws Problem 409 for a folder
   */
  fileIn(parentId: string, name: string): Promise<ExpectedAsset | null>
  /** Size limit for files, in bytes. */
  mostBytes(): Promise<number>
  /** The type of a file by its name, else by its first bytes. Runs outside a transaction. @throws Problem 404 for unknown content */
  typeOf(name: string, hash: string): Promise<string>
  /** @throws Problem 404, 403, 409 for a taken name, 422 */
  makeFolder(parentId: string, name: string): Promise<{ id: string; name: string }>
  /** Renames or moves an asset. @throws Problem 404, 403, 409, 412 when it is not as expected, 422 */
  place(expected: ExpectedAsset, to: { parentId: string; name: string }): Promise<{ name: string }>
  /** @throws Problem 404, 403, 409, 412 when it is not as expected, 413, 422, 507 */
  put(file: FilePut): Promise<{ id: string; version: number; name: string }>
  /**
   * Puts new files with few statements: all or none.
   * @returns their ids, in the same order
   * @throws Problem as `put`
   */
  putNew(files: readonly NewFilePut[]): Promise<string[]>
  /** Moves an asset to the trash. A folder must be empty. @throws Problem 403, 404, 409, 412 */
  trash(expected: ExpectedAsset): Promise<void>
}

export const assetTrees = service<AssetTrees>('assets.trees')
