import { constants, open, rename, rm, utimes, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { unreachableError } from '../api/unreachable.js'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import { exists, isFolder } from '../local_file.js'
import { localName } from './local_name.js'

const ATTEMPTS_WITHOUT_PROGRESS = 5
const PAUSE_MS = 500

export interface DownloadEvents {
  /** Called once, with the number of bytes an interrupted run left. */
  onStart: (alreadyThere: number) => void
  onBytes: (count: number) => void
}

/**
 * Writes a file's current version next to its target and renames it when it is complete. The partial file is
 * named after the version, whose bytes never change. So its content is always valid and a later attempt can
 * resume.
 */
export async function downloadFile(
  api: ApiClient,
  asset: Asset,
  target: string,
  events: DownloadEvents
): Promise<void> {
  const size = asset.size
  const unfinished = unfinishedOf(asset, target)
  const file = await openUnfinished(unfinished)
  let done = 0
  try {
    done = await usableBytes(file, size)
    events.onStart(done)
    for (let attempt = 1; done < size; attempt += 1) {
      const before = done
      try {
        for await (const chunk of contentFrom(api, asset, done)) {
          await writeAt(file, chunk, done)
          done += chunk.length
          events.onBytes(chunk.length)
        }
        if (done < size) throw shortAnswer(asset, done)
      } catch (error) {
        if (done > before) attempt = 0
        if (!isTransient(error) || attempt >= ATTEMPTS_WITHOUT_PROGRESS) throw error
        await pause(attempt * PAUSE_MS)
      }
    }
    if (done !== size) throw await tooLong(file, asset, done)
    await file.sync()
  } catch (error) {
    // There is nothing to resume.
    if (done === 0) await rm(unfinished, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await finish(unfinished, asset, target)
}

/** Writes a file whose bytes are all in memory, as `downloadFile` does. */
export async function writeFile(asset: Asset, target: string, bytes: Uint8Array): Promise<void> {
  const unfinished = unfinishedOf(asset, target)
  const file = await openUnfinished(unfinished)
  try {
    await writeAt(file, bytes, 0)
    await file.truncate(bytes.length)
    await file.sync()
  } finally {
    await file.close()
  }
  await finish(unfinished, asset, target)
}

/** The time of the file's last change. Servers of earlier versions send only `updatedAt`. */
export const modifiedOf = ({ fileModifiedAt, updatedAt }: Asset): string =>
  fileModifiedAt ?? updatedAt

const unfinishedOf = (asset: Asset, target: string): string =>
  join(dirname(target), `.crossdock-${safeId(asset)}-v${asset.version}.part`)

/**
 * Marker in a folder created under the name in `--output`, kept until the download is complete. It lets the
 * same command resume instead of creating a second folder inside.
 */
export const resumeMark = (asset: Asset, target: string): string =>
  join(target, `.crossdock-${safeId(asset)}-folder.part`)

/** Returns the id for use in a file name. A hostile server may send an id that contains a path. */
function safeId(asset: Asset): string {
  if (!/^[\w-]{1,64}$/.test(asset.id)) throw invalidRange(asset)
  return asset.id
}

async function finish(unfinished: string, asset: Asset, target: string): Promise<void> {
  // Set the file's own time: the next run recognizes the file by it.
  const modifiedAt = Date.parse(modifiedOf(asset))
  if (!Number.isNaN(modifiedAt)) await utimes(unfinished, new Date(), new Date(modifiedAt))
  await rename(unfinished, target)
}

/** Opens a partial file and refuses a link, which would lead elsewhere. Windows has no flag for this. */
async function openUnfinished(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  return await open(path, flags, 0o666).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOOP') throw error
    throw new CliError(ExitCode.refused, `"${path}" is a link.`, {
      hint: 'Delete it: unfinished downloads use these names.',
      cause: error,
    })
  })
}

/** Streams the content from its beginning, for any writer such as standard output. */
export async function* contentFrom(
  api: ApiClient,
  asset: Asset,
  offset: number
): AsyncGenerator<Uint8Array> {
  const response = await api.send('GET', `/api/assets/${asset.id}/content`, {
    query: { version: asset.version ?? undefined },
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(offset > 0 && { range: `bytes=${offset}-` }),
    },
  })
  // A server or proxy that ignores ranges sends from the first byte: skip what is already stored.
  let skip = response.status === 206 ? 0 : offset
  try {
    for await (const chunk of response.body ?? []) {
      if (skip >= chunk.length) skip -= chunk.length
      else {
        yield skip > 0 ? chunk.subarray(skip) : chunk
        skip = 0
      }
    }
  } catch (error) {
    throw unreachableError(api.server, error)
  }
}

async function writeAt(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.length;) {
    at += (await file.write(chunk, at, chunk.length - at, position + at)).bytesWritten
  }
}

async function usableBytes(file: FileHandle, size: number): Promise<number> {
  const { size: present } = await file.stat()
  if (present <= size) return present
  await file.truncate(0)
  return 0
}

const invalidRange = ({ id }: Asset) =>
  new CliError(ExitCode.failure, `The server returned an asset with the invalid id "${id}".`)

function isTransient(error: unknown): boolean {
  return error instanceof CliError && error.exitCode === ExitCode.unreachable
}

function shortAnswer(asset: Asset, done: number): CliError {
  return new CliError(
    ExitCode.unreachable,
    `The download of "${asset.name}" ended after ${done} of ${asset.size} bytes.`,
    { hint: 'Run the same command again to resume.' }
  )
}

async function tooLong(file: FileHandle, asset: Asset, done: number): Promise<CliError> {
  await file.truncate(0)
  return new CliError(
    ExitCode.failure,
    `The server sent ${done} bytes for "${asset.name}", but its size is ${asset.size}.`,
    { hint: 'Run the same command again. If the error persists, contact your server operator.' }
  )
}

/** The target path of a download: in a folder under its own name, or the given name. */
export async function targetFor(
  factory: Factory,
  asset: Asset,
  output: string | undefined
): Promise<string> {
  // Names come from other people: only the last part of a name may decide where bytes go.
  const ownName = localName(basename(asset.name.replaceAll('\\', '/')))
  const isBegun = output && (await exists(resumeMark(asset, factory.path(output))))
  const isIntoFolder = output !== undefined && !isBegun && (await isFolder(factory.path(output)))
  if (!ownName && (!output || isIntoFolder)) throw nameless(asset)
  if (!output) return ownName!
  if (isIntoFolder) return join(output, ownName!)
  if (await isFolder(dirname(factory.path(output)))) return output
  throw new CliError(ExitCode.notFound, `The folder "${dirname(output)}" does not exist.`, {
    hint: 'Create the folder first, or name another one with --output.',
  })
}

const nameless = ({ name }: Asset) =>
  new CliError(ExitCode.refused, `"${name}" is not a valid file name on this system.`, {
    hint: 'Choose a name with --output.',
  })
