import type { Readable } from 'node:stream'
import type { Call } from '@crossdock/integrations/contracts'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { Traits } from '@crossdock/sync-engine'

/**
 * Why an endpoint did not do something:
 * - `missing`: there is nothing of this name, or the root of the system is not there
 * - `exists`: the name is taken
 * - `stale`: the file is not in the version the caller expected, or changed while it was read
 * - `not_empty`: a folder that still holds something is not removed
 * - `denied`: the account may not do this, or the folder can only be read
 * - `full`: no room, or a quota is used up
 * - `too_many`: a folder holds more than `maxListed` entries
 * - `name`: the system cannot hold such a name, or the path leads out of the root
 * - `refused`: the system does not accept the credentials, or shows another key than the pinned one: a person must look
 * - `unreachable`: no connection, or it broke off
 * - `failed`: the system answered with an error of its own
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

/** What an endpoint throws. The message is a sentence for people, without secrets; it names the path below the root. */
export class EndpointError extends Error {
  override name = 'EndpointError'

  constructor(
    readonly code: EndpointFault,
    message: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }

  /** Whether the same may succeed later without a person: the network, a full volume. */
  get isForNow(): boolean {
    return this.code === 'unreachable' || this.code === 'full' || this.code === 'failed'
  }
}

/** Most entries of one folder that an endpoint lists; a folder with more throws `too_many`. */
export const maxListed = 200_000

/** A name in a folder of the system. */
export interface FileEntry {
  name: string
  /** Links and devices are listed and never followed, read or changed. */
  kind: 'file' | 'folder' | 'link' | 'device'
  /** Bytes of a file, else 0. */
  size: number
  /** When a file was last changed, in milliseconds; 0 when the system does not say. */
  modifiedAt: number
  /** Any text that changes when the file changes: an ETag, a revision, or size and time. Empty for what is no file. */
  version: string
  /** Why a listed file cannot be synced although it is there: its name is no valid text, or the system hides it. */
  trouble?: 'name' | 'unreadable'
}

export interface FileToWrite {
  /** The content has exactly so many bytes: with any other number nothing stays under the name. */
  size: number
  /** In milliseconds; the file carries it afterwards, as exactly as the system can. */
  modifiedAt: number
  /** The version that is replaced; null: nothing may have the name yet. */
  expectedVersion: string | null
}

/**
 * The files of one system, for the time of a pass. A path is below the root of the system, its parts joined with slashes:
 * `Plans/2026/a.pdf`; the root itself is the empty text. Parts are never empty, `.` or `..`. All that fails throws an
 * `EndpointError`. Calls may be made at the same time; an endpoint lines them up where its protocol needs it.
 */
export interface FileEndpoint {
  /** What the system can hold. */
  readonly traits: Traits
  /** What lies directly in a folder, in any order. Names that begin with `.crossdock-tmp-` are left out. */
  list(path: string): Promise<FileEntry[]>
  /** Null: there is nothing of this name. A link is described as a link and not followed. */
  stat(path: string): Promise<FileEntry | null>
  /**
   * The bytes of a file in this version. The stream fails with `stale` when the file is found changed at its end, and
   * with `unreachable` when bytes are missing: what ended without an error is the whole file.
   */
  read(path: string, expectedVersion: string): Promise<Readable>
  /**
   * A file with this content: written under a name that begins with `.crossdock-tmp-` in the same folder, its size
   * checked, then renamed. A write that breaks off leaves what was under the name as it was. The folder must be there.
   */
  write(path: string, content: Readable, file: FileToWrite): Promise<FileEntry>
  /**
   * Another name or folder, for a file or a whole folder. Nothing may have the new name, except for the same thing in
   * other case.
   * @param expectedVersion of a file; the empty text for a folder
   */
  rename(from: string, to: string, expectedVersion: string): Promise<FileEntry>
  /** Throws `exists` when the name is taken, also by a folder. */
  makeFolder(path: string): Promise<FileEntry>
  /** Removes a file, or a folder that is empty. @param expectedVersion of a file; the empty text for a folder */
  remove(path: string, expectedVersion: string): Promise<void>
  /** Ends the session. Calls in flight fail with `unreachable`. It never throws. */
  close(): Promise<void>
}

/** A system with its configuration and credentials opened, as connectors get it for a call. */
export type FileSystem<Config = unknown> = Call<Config>['system']

/** How sync reaches the files of systems of one type. */
export interface FileSystemKind {
  /**
   * Opens a session; it has checked that the system lets it in. Everything goes out by `egress` of the kernel
   * (`systemId` is that of the system), which refuses what the operator has not opened.
   * @param signal aborting it ends the session
   * @throws EndpointError, EgressError
   */
  open(system: FileSystem, signal?: AbortSignal): Promise<FileEndpoint>
}

/**
 * Systems that hold files, by system type: an end of the type `external_system` is a folder of such a system. A package
 * adds its connector to `integrations.connectors` and, under the same name, its files here.
 */
export const syncEndpoints = extensionPoint<FileSystemKind>('sync.endpoints', {
  what: 'systems whose files are synced',
  table: 'external_systems',
  column: 'system_type',
})
