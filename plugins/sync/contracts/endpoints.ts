import type { Readable } from 'node:stream'
import type { Call } from '@crossdock/integrations/contracts'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { Traits } from '@crossdock/sync-engine'

/**
 * Why an endpoint did not do something:
 * - `missing`: the name does not exist, or the root of the system is missing
 * - `exists`: the name is taken
 * - `stale`: the file is not in the expected version, or changed while it was read
 * - `not_empty`: a folder with content is not removed
 * - `denied`: the account may not do this, or the folder is read-only
 * - `full`: no space, or a quota is used up
 * - `too_many`: a folder has more than `maxListed` entries
 * - `name`: the system cannot have this name, or the path leads out of the root
 * - `refused`: the system rejects the credentials, or shows another key than the pinned one: a person must
 * check
 * - `unreachable`: no connection, or it was lost
 * - `failed`: the system reported another error
 */
export type EndpointFault =
  | 'missing'
  | 'exists'
  | 'stale'
  | 'not_empty'
  | 'denied'
  | 'full'
  | 'too_many'
  | 'name'
  | 'refused'
  | 'unreachable'
  | 'failed'

/**
 * The error of an endpoint. The message is a sentence for people, without secrets; it names the path below the
 * root.
 */
export class EndpointError extends Error {
  override name = 'EndpointError'

  constructor(
    readonly code: EndpointFault,
    message: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }

  /**
   * Returns whether a retry may succeed without help of a person: after a network error, or when a full volume
   * has space again.
   */
  get isForNow(): boolean {
    return this.code === 'unreachable' || this.code === 'full' || this.code === 'failed'
  }
}

/** Maximum number of entries that an endpoint lists per folder; a folder with more throws `too_many`. */
export const maxListed = 200_000

/** A name in a folder of the system. */
export interface FileEntry {
  name: string
  /** Links and devices are listed, but never followed, read or changed. */
  kind: 'file' | 'folder' | 'link' | 'device'
  /** Size of a file in bytes; 0 for other entries. */
  size: number
  /** Last change of the file, in milliseconds; 0 when the system does not report it. */
  modifiedAt: number
  /**
   * Any text that changes when the file changes, such as an ETag, a revision, or size and time. It is empty for
   * other entries.
   */
  version: string
  /** Why a listed file cannot be synced: its name is not valid text, or the system hides it. */
  trouble?: 'name' | 'unreadable'
}

export interface FileToWrite {
  /** Exact size of the content. A file of another size is not kept. */
  size: number
  /** Modification time in milliseconds. It is stored with the file as exactly as the system can. */
  modifiedAt: number
  /** The version to replace; null if the name must be free. */
  expectedVersion: string | null
}

/**
 * The files of one system, during a pass. A path is relative to the root of the system, its parts joined with
 * slashes: `Plans/2026/a.pdf`; the root is the empty text. Parts are never empty, `.` or `..`. All failures
 * throw an `EndpointError`. Calls may be concurrent; an endpoint serializes them if its protocol requires that.
 */
export interface FileEndpoint {
  /** The capabilities of the system. */
  readonly traits: Traits
  /** The entries of a folder, in any order. Names that begin with `.crossdock-tmp-` are omitted. */
  list(path: string): Promise<FileEntry[]>
  /** Returns an entry; null if the name does not exist. For a link, returns the link itself. */
  stat(path: string): Promise<FileEntry | null>
  /**
   * Returns the bytes of a file in this version. The stream fails with `stale` if the file has changed before it
   * ends, and with `unreachable` if bytes are missing. A stream that ends without an error contains the whole
   * file.
   */
  read(path: string, expectedVersion: string): Promise<Readable>
  /**
   * Writes a file. Writes it first under a name that begins with `.crossdock-tmp-` in the same folder, checks
   * its size, and renames it. An interrupted write leaves the old file unchanged. The folder must exist.
   */
  write(path: string, content: Readable, file: FileToWrite): Promise<FileEntry>
  /**
   * Renames or moves a file or a whole folder. The new name must be free, unless it only changes upper and lower
   * case.
   * @param expectedVersion of a file; the empty text for a folder
   */
  rename(from: string, to: string, expectedVersion: string): Promise<FileEntry>
  /** Creates a folder. Throws `exists` if a file or a folder has the name. */
  makeFolder(path: string): Promise<FileEntry>
  /**
   * Removes a file or an empty folder.
   * @param expectedVersion of a file; the empty text for a folder
   */
  remove(path: string, expectedVersion: string): Promise<void>
  /** Ends the session. Calls in progress fail with `unreachable`. Never throws. */
  close(): Promise<void>
}

/** A system with its opened configuration and credentials, in the form that connectors receive. */
export type FileSystem<Config = unknown> = Call<Config>['system']

/** Access to the files of all systems of one type. */
export interface FileSystemKind {
  /**
   * Opens an authenticated session. All traffic must use `egress` of the kernel (with the `systemId` of the
   * system), which refuses networks that the operator has not opened.
   * @param signal aborting it ends the session
   * @throws EndpointError, EgressError
   */
  open(system: FileSystem, signal?: AbortSignal): Promise<FileEndpoint>
}

/**
 * Systems with files, by system type. An end of the type `external_system` is a folder of a system. A package
 * adds its connector to `integrations.connectors`, and its files here under the same name.
 */
export const syncEndpoints = extensionPoint<FileSystemKind>('sync.endpoints', {
  what: 'systems whose files are synced',
  table: 'external_systems',
  column: 'system_type',
})
