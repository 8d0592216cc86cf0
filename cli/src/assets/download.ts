import { constants, open, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { unreachable } from '../api/unreachable.js'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'
import { localName } from './local_name.js'

const ATTEMPTS_WITHOUT_PROGRESS = 5
const PAUSE_MS = 500

export interface DownloadEvents {
  /** Once, with how much an earlier, interrupted run has left. */
  onStart: (alreadyThere: number) => void
  onBytes: (count: number) => void
}

/**
 * Writes a file's current version beside its target and renames it when it is complete.
 * The unfinished file is named after the version, whose bytes never change, so whatever it
 * holds is right and a later attempt goes on from there.
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
    // There is nothing to go on with.
    if (done === 0) await rm(unfinished, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await finish(unfinished, asset, target)
}

/** Writes a file whose bytes are all there, as `downloadFile` does. */
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

/** When the file last changed. A server of an earlier version sends only `updatedAt`. */
export const modifiedOf = ({ fileModifiedAt, updatedAt }: Asset): string =>
  fileModifiedAt ?? updatedAt

const unfinishedOf = (asset: Asset, target: string): string =>
  join(dirname(target), `.crossdock-${safeId(asset)}-v${asset.version}.part`)

/**
 * Lies in a folder that was made under the name of `--output` until all has come: the same command goes on with it, and
 * makes no second one in it.
 */
export const begunMark = (asset: Asset, target: string): string =>
  join(target, `.crossdock-${safeId(asset)}-folder.part`)

/** A server that is none may send any id: nothing of it may lead elsewhere. */
function safeId(asset: Asset): string {
  if (!/^[\w-]{1,64}$/.test(asset.id)) throw strange(asset)
  return asset.id
}

async function finish(unfinished: string, asset: Asset, target: string): Promise<void> {
  // The file's own time: by it the next run recognizes the file.
  const modifiedAt = Date.parse(modifiedOf(asset))
  if (!Number.isNaN(modifiedAt)) await utimes(unfinished, new Date(), new Date(modifiedAt))
  await rename(unfinished, target)
}

/** Never through a link, which would lead the bytes elsewhere; Windows has no such flag, and hardly such links. */
async function openUnfinished(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  return await open(path, flags, 0o666).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOOP') throw error
    throw new CliError(ExitCode.refused, `"${path}" is a link.`, {
      hint: 'Delete it: unfinished downloads are kept under such names.',
      cause: error,
    })
  })
}

/** The content to any writer, from its beginning, such as standard output. */
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
  // A server or proxy that ignores ranges starts again at the first byte: skip what is there.
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
    throw unreachable(api.server, error)
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

const strange = ({ id }: Asset) =>
  new CliError(ExitCode.failure, `The server answered with an asset whose id is "${id}".`)

function isTransient(error: unknown): boolean {
  return error instanceof CliError && error.exitCode === ExitCode.unreachable
}

function shortAnswer(asset: Asset, done: number): CliError {
  return new CliError(
    ExitCode.unreachable,
    `The download of "${asset.name}" ended after ${done} of ${asset.size} bytes.`,
    { hint: 'Run the same command again: it goes on where it stopped.' }
  )
}

async function tooLong(file: FileHandle, asset: Asset, done: number): Promise<CliError> {
  await file.truncate(0)
  return new CliError(
    ExitCode.failure,
    `The server sent ${done} bytes for "${asset.name}", which has ${asset.size}.`,
    { hint: 'Run the same command again; if it stays, tell who runs the server.' }
  )
}

/** Where a download goes: into a folder under its own name, or under the name that was given. */
export async function targetFor(
  factory: Factory,
  asset: Asset,
  output: string | undefined
): Promise<string> {
  // Names come from other people: only the last part of one may decide where bytes land.
  const ownName = localName(basename(asset.name.replaceAll('\\', '/')))
  const isBegun = output && (await exists(begunMark(asset, factory.path(output))))
  const isIntoFolder = output !== undefined && !isBegun && (await isFolder(factory.path(output)))
  if (!ownName && (!output || isIntoFolder)) throw nameless(asset)
  if (!output) return ownName!
  if (isIntoFolder) return join(output, ownName!)
  if (await isFolder(dirname(factory.path(output)))) return output
  throw new CliError(ExitCode.notFound, `There is no folder "${dirname(output)}" to write to.`, {
    hint: 'Make the folder first, or name another one with --output.',
  })
}

const nameless = ({ name }: Asset) =>
  new CliError(ExitCode.refused, `Nothing can be called "${name}" here.`, {
    hint: 'Say what it is to be called with --output.',
  })

export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}
