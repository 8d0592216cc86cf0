import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { UploadedFiles } from '@crossdock/client'
import { AgentError, fileError } from '../errors.js'
import type { AllowedPlace } from '../files/allow_list.js'
import { ContentHash } from '../files/content_hash.js'
import { Folder } from '../files/folder.js'
import { isPart } from '../files/names.js'
import { HttpProblem } from '../http/problem.js'
import { markOf } from '../state/known_hashes.js'
import { pieceBytes, piecesOf } from './pieces.js'
import { childrenOf, folderAt, hashOf, type RemoteAsset } from './remote.js'
import { callWithRetries, newBoundary, Tally, type TransferContext } from './transfer.js'

/** Smaller files are sent together in one request. */
const smallBytes = 512 * 1024
const batchBytes = 8 * 1024 * 1024
const batchFiles = 200

/** A local file with known bytes and content id. */
interface SmallFile {
  name: string
  path: string
  stats: BigIntStats
  bytes: Buffer
  hash: string
}

/** Copies a local folder, or one file, into an asset folder. Skips files with equal content. */
export async function upload(
  context: TransferContext,
  place: AllowedPlace,
  folder: string
): Promise<Tally> {
  const tally = new Tally()
  const { source, name } = await opened(place)
  try {
    const target = await folderAt(context, folder)
    await filesOf(context, tally, source, target, name === undefined ? undefined : [name])
  } finally {
    await source.close()
  }
  return tally
}

/** Opens the requested folder, or the folder of the requested file. */
async function opened(place: AllowedPlace): Promise<{ source: Folder; name?: string }> {
  const name = place.names.at(-1)
  if (name === undefined) return { source: await Folder.of(place) }
  const above = await Folder.of({ ...place, names: place.names.slice(0, -1) })
  try {
    const found = await above.statOf(name)
    const path = join(above.path, name)
    if (!found) throw new AgentError('E_NO_PATH', `"${path}" does not exist on this machine.`)
    if (found.isFile()) return { source: above, name }
    const source = await above.folder(name)
    await above.close()
    return { source }
  } catch (error) {
    await above.close()
    throw error
  }
}

async function filesOf(
  context: TransferContext,
  tally: Tally,
  source: Folder,
  target: RemoteAsset | null,
  only?: string[]
): Promise<void> {
  const { signal } = context
  const skip = (path: string, why: string) => tally.note(path, `"${path}" stays, because ${why}.`)
  const entries = await source.entries(skip)
  const remote = new Map(
    (await childrenOf(context, target?.id ?? '', target?.path ?? '/')).map((one) => [one.name, one])
  )
  let batch: SmallFile[] = []
  const send = async () => {
    const files = batch
    batch = []
    if (files.length > 0) await sendSmall(context, tally, target, files)
  }
  for (const { name, kind } of entries) {
    if (only && !only.includes(name)) continue
    if (isPart(name)) continue
    const path = join(source.path, name)
    if (kind === 'other') skip(path, 'it is a link or a device')
    if (kind !== 'file') continue
    try {
      await context.whenActive()
      const small = await uploadFile(
        context,
        tally,
        source,
        target,
        name,
        remote.get(storedName(name))
      )
      if (!small) continue
      batch.push(small)
      const bytes = batch.reduce((sum, one) => sum + one.bytes.length, 0)
      if (batch.length >= batchFiles || bytes >= batchBytes) await send()
    } catch (error) {
      tally.fail(path, error, signal)
    }
    // Yield, so that thousands of equal files do not block the connection.
    await setImmediate()
  }
  await send()
  if (only) return
  for (const { name, kind } of entries) {
    if (kind !== 'folder') continue
    const path = join(source.path, name)
    try {
      const below = await source.folder(name)
      try {
        const inside = remote.get(storedName(name)) ?? (await makeFolder(context, target, name))
        if (inside.type === 'file') {
          throw new AgentError(
            'E_NO_FOLDER',
            `"${inside.path}" in the assets is a file, not a folder.`
          )
        }
        await filesOf(context, tally, below, inside)
      } finally {
        await below.close()
      }
    } catch (error) {
      tally.fail(path, error, signal)
    }
  }
}

/** Converts a name into the Unicode form in which the server stores names; macOS returns another form. */
const storedName = (name: string) => name.normalize('NFC')

const makeFolder = (context: TransferContext, target: RemoteAsset | null, name: string) =>
  callWithRetries(context, (headers) =>
    context.sessions.http.json<RemoteAsset>('POST', '/api/assets', {
      headers,
      signal: context.signal,
      json: { name: storedName(name), type: 'folder', parentId: target?.id ?? null },
    })
  )

/**
 * Sends a file, unless its content is equal.
 * @returns a small file, to be sent with other files
 */
async function uploadFile(
  context: TransferContext,
  tally: Tally,
  source: Folder,
  target: RemoteAsset | null,
  name: string,
  present: RemoteAsset | undefined
): Promise<SmallFile | undefined> {
  const path = join(source.path, name)
  const { hashes, signal } = context
  if (present?.type === 'folder') {
    throw new AgentError('E_NAME', `"${present.path}" in the assets is a folder, not a file.`)
  }
  const file = await source.read(name)
  try {
    const stats = await file.stat({ bigint: true })
    const size = Number(stats.size)
    const known = hashes.local(path, stats)
    const isSameSize = present?.size === size
    if (known && isSameSize && known === hashes.remote(present.id, present.version)) {
      tally.same()
      return undefined
    }
    if (size <= smallBytes) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
      const bytes = buffer.subarray(0, bytesRead)
      assertStill(path, stats, await file.stat({ bigint: true }), bytes.length)
      return { name, path, stats, bytes, hash: new ContentHash().update(bytes).digest() }
    }
    const hash = new ContentHash()
    for await (const piece of piecesOf(file, size, signal)) hash.update(piece)
    assertStill(path, stats, await file.stat({ bigint: true }), size)
    const local = hash.digest()
    hashes.keepLocal(path, stats, local)
    if (isSameSize && local === (await hashOf(context, present, present.version))) {
      tally.same()
      return undefined
    }
    const bytes = (offset: number) => sent(context, { file, path, stats }, offset)
    await sendLarge(context, { path, name, size, stats, hash: local, target, bytes })
    tally.moved(size)
    return undefined
  } catch (error) {
    throw error instanceof AgentError || signal.aborted ? error : fileError(path, error)
  } finally {
    await file.close()
  }
}

/** Yields the bytes of a file from an offset on, at the speed of the profile. */
async function* sent(
  { up, signal, onProgress }: TransferContext,
  { file, path, stats }: { file: FileHandle; path: string; stats: BigIntStats },
  offset: number
): AsyncGenerator<Buffer> {
  const size = Number(stats.size)
  for (let at = offset; at < size;) {
    signal.throwIfAborted()
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - at))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    at += bytesRead
    // Check the file before its last bytes, so that the upload never mixes two states of the file.
    if (bytesRead === 0 || at === size) {
      assertStill(path, stats, await file.stat({ bigint: true }), at)
    }
    await up.take(bytesRead, signal)
    onProgress(at, size, path)
    yield piece.subarray(0, bytesRead)
  }
}

function assertStill(path: string, before: BigIntStats, now: BigIntStats, read: number): void {
  if (markOf(before) === markOf(now) && BigInt(read) === now.size) return
  throw new AgentError(
    'E_FILE_CHANGES',
    `"${path}" was changed while the agent read it. Send the command again when it is complete.`
  )
}

const timeOf = ({ mtimeMs }: BigIntStats): string | null => {
  const ms = Number(mtimeMs)
  return ms > 0 && ms < Date.UTC(10_000) ? new Date(ms).toISOString() : null
}

/** Sends many small files in one request. The server skips files that it has. */
async function sendSmall(
  context: TransferContext,
  tally: Tally,
  target: RemoteAsset | null,
  files: SmallFile[]
): Promise<void> {
  const boundary = newBoundary()
  const head = (disposition: string, type?: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`
  const pieces: Buffer[] = []
  const field = (name: string, value: string) =>
    pieces.push(Buffer.from(`${head(`name="${name}"`)}${value}\r\n`))
  if (target) field('parentId', target.id)
  field('fileModifiedAt', JSON.stringify(files.map(({ stats }) => timeOf(stats))))
  for (const { name, bytes } of files) {
    const quoted = name.replace(/["\\]/g, '\\$&').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
    const disposition = `name="file"; filename="${quoted}"`
    pieces.push(
      Buffer.from(head(disposition, 'application/octet-stream')),
      bytes,
      Buffer.from('\r\n')
    )
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  const body = Buffer.concat(pieces)
  await context.up.take(body.length, context.signal)
  const { files: results } = await callWithRetries(context, (headers) =>
    context.sessions.http.json<UploadedFiles>('POST', '/api/assets/batch', {
      signal: context.signal,
      headers: {
        ...headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
      },
      body,
    })
  )
  for (const [at, { path, stats, hash, bytes }] of files.entries()) {
    const outcome = results[at]
    if (!outcome || outcome.fate === 'refused' || !outcome.id || !outcome.version) {
      tally.note(path, outcome?.message ?? `The server said nothing about "${path}".`)
    } else if (outcome.hash !== hash) {
      tally.note(path, otherBytes(path))
    } else {
      context.hashes.keepLocal(path, stats, hash)
      context.hashes.keepRemote(outcome.id, outcome.version, hash)
      if (outcome.fate === 'unchanged') tally.same()
      else tally.moved(bytes.length)
    }
  }
  context.onProgress(tally.bytes, tally.bytes, files.at(-1)!.path)
}

const otherBytes = (path: string) => `The server has received other bytes than "${path}" has.`

interface LargeFile {
  path: string
  name: string
  size: number
  stats: BigIntStats
  hash: string
  target: RemoteAsset | null
  bytes: (offset: number) => AsyncGenerator<Buffer>
}

interface UploadState {
  offset: number
  asset?: { id: string; version: number }
}

const TUS = { 'tus-resumable': '1.0.0' }

/**
 * Sends a file by tus 1.0.0. The server knows the offset of the upload, and the local state knows its address.
 * So an agent that was killed continues the upload, and detects a file that had already arrived.
 */
async function sendLarge(context: TransferContext, file: LargeFile): Promise<void> {
  const { state, sessions, signal } = context
  const { http } = sessions
  const { database } = state
  const target = JSON.stringify([file.target?.id ?? null, file.name, file.path])
  const mark = `${markOf(file.stats)}-${file.hash}`
  const kept = database
    .prepare('select address from uploads where target = ? and mark = ?')
    .get(target, mark)
  let address = kept?.address as string | undefined
  const asset = await callWithRetries(context, async (headers) => {
    const tus = { ...headers, ...TUS }
    let at = address === undefined ? undefined : await stateOf(address, tus)
    if (!at) {
      address = await begin(tus)
      state.lightly(
        'insert or replace into uploads (target, mark, address) values (?, ?, ?)',
        target,
        mark,
        address
      )
      at = { offset: 0 }
    }
    if (at.asset) return at.asset
    const ask = {
      signal,
      headers: {
        ...tus,
        'upload-offset': String(at.offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(file.size - at.offset),
      },
      body: file.bytes(at.offset),
    }
    const answer = await http.send('PATCH', address!, ask).catch((error: unknown) => {
      // The server may still be reading an interrupted request. The next attempt asks for the offset.
      if (!(error instanceof HttpProblem) || !/^E_UPLOAD_(OFFSET|TAKEN)$/.test(error.code))
        throw error
      throw again(error.message)
    })
    answer.resume()
    const made = stateIn(answer.headers).asset
    if (made) return made
    throw again(`The upload of "${file.path}" is not complete.`)
  })
  state.lightly('delete from uploads where target = ?', target)
  if ((await hashOf(context, asset, asset.version)) !== file.hash) {
    throw new AgentError('E_HASH', otherBytes(file.path))
  }

  async function stateOf(at: string, headers: Record<string, string>) {
    try {
      const answer = await http.send('HEAD', at, { headers, signal })
      answer.resume()
      return stateIn(answer.headers)
    } catch (error) {
      if (error instanceof HttpProblem && [404, 410].includes(error.status)) return undefined
      throw error
    }
  }

  async function begin(headers: Record<string, string>): Promise<string> {
    const values = {
      filename: storedName(file.name),
      parentId: file.target?.id ?? '',
      lastModified: timeOf(file.stats) ?? '',
    }
    const metadata = Object.entries(values)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join()
    const answer = await http.send('POST', '/api/uploads', {
      signal,
      headers: { ...headers, 'upload-length': String(file.size), 'upload-metadata': metadata },
    })
    answer.resume()
    const { location } = answer.headers
    const path = location && new URL(location, `${http.server}/`).pathname
    // Send files only to an address of the API.
    const found = path && /\/api\/uploads\/[\w-]+$/.exec(path)?.[0]
    if (found) return found
    throw new AgentError('E_ANSWER', `The server did not say where to upload "${file.path}".`)
  }
}

const again = (message: string) => new HttpProblem(503, 'E_UPLOAD', message, undefined)

function stateIn(headers: Record<string, unknown>): UploadState {
  const id = headers['upload-asset']
  const asset = id
    ? { id: String(id), version: Number(headers['upload-asset-version']) }
    : undefined
  return { offset: Number(headers['upload-offset']), ...(asset && { asset }) }
}
