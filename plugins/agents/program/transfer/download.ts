import type { BigIntStats } from 'node:fs'
import { statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, fileError } from '../errors.js'
import { Unreachable } from '../http/problem.js'
import type { AllowedPlace } from '../files/allow_list.js'
import { ContentHash } from '../files/content_hash.js'
import { Folder } from '../files/folder.js'
import { nameFault, partName } from '../files/names.js'
import { piecesOf } from './pieces.js'
import { assetAt, childrenOf, hashOf, type RemoteAsset } from './remote.js'
import { callWithRetries, Tally, type TransferContext } from './transfer.js'

/** Minimum free disk space, because a full disk would stop more than the agent. */
const spareBytes = 32 * 1024 * 1024

/** Copies an asset folder, or one file, into a local folder. Skips files with equal content. */
export async function download(
  context: TransferContext,
  place: AllowedPlace,
  folder: string
): Promise<Tally> {
  const root = await assetAt(context, folder)
  const tally = new Tally()
  const target = await Folder.of(place, true)
  try {
    if (root?.type === 'file') await downloadFile(context, tally, target, root)
    else await downloadFolder(context, tally, target, root?.id ?? '', folder)
  } finally {
    await target.close()
  }
  return tally
}

async function downloadFolder(
  context: TransferContext,
  tally: Tally,
  target: Folder,
  parent: string,
  path: string
): Promise<void> {
  const children = await childrenOf(context, parent, path)
  for (const child of children) {
    if (child.type === 'file') await downloadFile(context, tally, target, child)
  }
  for (const child of children) {
    if (child.type === 'file') continue
    try {
      assertName(context, child)
      await assertOneName(target, child.name)
      const inside = await target.folder(child.name, true)
      try {
        await downloadFolder(context, tally, inside, child.id, child.path)
      } finally {
        await inside.close()
      }
    } catch (error) {
      tally.fail(child.path, error, context.signal)
    }
  }
}

function assertName({ platform }: TransferContext, { name }: RemoteAsset): void {
  const fault = nameFault(name, platform)
  if (fault) throw new AgentError('E_NAME', `"${name}" cannot be a name here, because ${fault}.`)
}

/** On a case-insensitive disk, the second of two names would overwrite the first. */
async function assertOneName(target: Folder, name: string): Promise<BigIntStats | undefined> {
  const found = await target.statOf(name)
  if (!found) return undefined
  const entries = await target.entries(() => undefined)
  if (entries.some((entry) => entry.name === name)) return found
  const other = entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  throw new AgentError(
    'E_NAME',
    `"${name}" and "${other?.name ?? name}" are one name on this disk. Rename one of them.`
  )
}

async function downloadFile(
  context: TransferContext,
  tally: Tally,
  target: Folder,
  asset: RemoteAsset
): Promise<void> {
  try {
    await context.whenActive()
    assertName(context, asset)
    const present = await assertOneName(target, asset.name)
    if (present && !present.isFile()) {
      const what = present.isDirectory() ? 'a folder' : 'a link or a device'
      throw new AgentError('E_FILE', `"${join(target.path, asset.name)}" is ${what}, and stays.`)
    }
    if (present && (await isSame(context, target, asset, present))) return tally.same()
    await fetchFile(context, target, asset)
    tally.moved(asset.size)
    context.onProgress(tally.bytes, tally.bytes, asset.path)
  } catch (error) {
    tally.fail(asset.path, error, context.signal)
  }
}

async function isSame(
  context: TransferContext,
  target: Folder,
  asset: RemoteAsset,
  present: BigIntStats
): Promise<boolean> {
  if (present.size !== BigInt(asset.size)) return false
  const path = join(target.path, asset.name)
  const hash = context.hashes.local(path, present) ?? (await hashLocal(context, target, asset.name))
  return hash === (await hashOf(context, asset, asset.version))
}

/** Returns the content id of a local file, and caches it. */
async function hashLocal(context: TransferContext, folder: Folder, name: string): Promise<string> {
  const file = await folder.read(name)
  try {
    const stats = await file.stat({ bigint: true })
    const hash = new ContentHash()
    for await (const piece of piecesOf(file, Infinity, context.signal)) hash.update(piece)
    const id = hash.digest()
    context.hashes.keepLocal(join(folder.path, name), stats, id)
    return id
  } finally {
    await file.close()
  }
}

/**
 * Writes a version to a temporary file next to its final name, and renames it if its content id is right.
 * Continues the temporary file of an interrupted run: its name contains the version, whose bytes never change.
 */
async function fetchFile(
  context: TransferContext,
  target: Folder,
  asset: RemoteAsset
): Promise<void> {
  const part = partName(asset.id, asset.version)
  const path = join(target.path, asset.name)
  await assertRoom(target, asset)
  const { state, commandId } = context
  const partPath = join(target.path, part)
  state.lightly(
    'insert or replace into parts (path, command_id) values (?, ?)',
    partPath,
    commandId
  )
  let file: FileHandle | undefined
  try {
    file = await target.write(part)
    const { found, expectedId } = await fill(context, file, asset, path)
    const expected = expectedId ?? (await hashOf(context, asset, asset.version))
    if (found !== expected) {
      throw new AgentError(
        'E_HASH',
        `The server sent other bytes for "${asset.path}" than its version ${asset.version} has. Nothing was written.`
      )
    }
    const modified = Date.parse(asset.fileModifiedAt ?? '')
    if (modified > 0) await file.utimes(new Date(), new Date(modified))
    await file.sync()
    const stats = await file.stat({ bigint: true })
    await file.close()
    file = undefined
    await target.rename(part, asset.name)
    context.hashes.keepLocal(path, stats, found)
    context.hashes.keepRemote(asset.id, asset.version, found)
  } catch (error) {
    await file?.close()
    // A stopping agent continues this temporary file at its next start.
    if (!isStopping(context.signal)) await target.remove(part)
    throw error instanceof AgentError || context.signal.aborted
      ? error
      : fileError(path, error, 'write')
  } finally {
    if (!isStopping(context.signal)) state.lightly('delete from parts where path = ?', partPath)
  }
}

const isStopping = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof AgentError && reason.code === 'E_STOPPING'

/**
 * Fills a temporary file.
 * @returns the content id of the written bytes, and the content id that the server gave
 */
async function fill(
  context: TransferContext,
  file: FileHandle,
  asset: RemoteAsset,
  path: string
): Promise<{ found: string; expectedId: string | undefined }> {
  const { size, version, id } = asset
  const hash = new ContentHash()
  let expectedId: string | undefined
  let done = 0
  const { size: present } = await file.stat()
  if (present <= size) {
    for await (const piece of piecesOf(file, present, context.signal)) {
      hash.update(piece)
      done += piece.length
    }
  }
  await file.truncate(done)
  const { http } = context.sessions
  const go = async (headers: Record<string, string>) => {
    if (done === size) return
    const answer = await http.send('GET', `/api/assets/${id}/content`, {
      query: { version },
      signal: context.signal,
      headers: {
        ...headers,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(done > 0 && { range: `bytes=${done}-` }),
      },
    })
    // The entity tag of a version is its content id.
    expectedId = /^"([0-9a-f]{64})"$/.exec(answer.headers.etag ?? '')?.[1]
    // A proxy that ignores ranges sends the file from its first byte.
    let skip = answer.statusCode === 206 ? 0 : done
    for await (const piece of http.bytes(answer)) {
      const fresh = piece.subarray(Math.min(skip, piece.length))
      skip -= piece.length - fresh.length
      if (fresh.length === 0) continue
      if (done + fresh.length > size) {
        answer.destroy()
        throw new AgentError(
          'E_SIZE',
          `The server sends more than the ${size} bytes of "${asset.path}".`
        )
      }
      await context.down.take(fresh.length, context.signal)
      await write(file, fresh, done, path)
      hash.update(fresh)
      done += fresh.length
      context.onProgress(done, size, asset.path)
    }
    if (done < size) {
      const short = `the download of "${asset.path}" ended at ${done} of ${size} bytes`
      throw new Unreachable(http.server, new Error(short))
    }
  }
  await callWithRetries(context, go)
  return { found: hash.digest(), expectedId }
}

async function write(
  file: FileHandle,
  piece: Buffer,
  position: number,
  path: string
): Promise<void> {
  try {
    for (let at = 0; at < piece.length;) {
      at += (await file.write(piece, at, piece.length - at, position + at)).bytesWritten
    }
  } catch (error) {
    throw fileError(path, error, 'write')
  }
}

async function assertRoom(target: Folder, { path, size }: RemoteAsset): Promise<void> {
  const free = await statfs(target.path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity
  )
  if (free >= size + Math.min(spareBytes, size)) return
  throw new AgentError(
    'E_DISK_FULL',
    `The disk of "${target.path}" has ${free} bytes free, and "${path}" needs ${size}.`
  )
}

/** Deletes the temporary files of commands that will not continue. */
export async function removeParts(
  state: TransferContext['state'],
  isLive: (commandId: string) => boolean,
  placed: (path: string) => AllowedPlace
): Promise<void> {
  const rows = state.database.prepare('select path, command_id from parts').all()
  for (const { path, command_id } of rows as { path: string; command_id: string }[]) {
    if (isLive(command_id)) continue
    try {
      const place = placed(join(path, '..'))
      const folder = await Folder.of(place)
      try {
        await folder.remove(path.slice(join(path, '..').length + 1))
      } finally {
        await folder.close()
      }
    } catch (error) {
      // Skip a folder that is missing or no longer allowed.
      if (!(error instanceof AgentError)) throw error
    }
    state.database.prepare('delete from parts where path = ?').run(path)
  }
}
