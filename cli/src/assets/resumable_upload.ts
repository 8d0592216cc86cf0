import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Asset } from '@crossdock/client'
import { ApiError } from '../api/api_error.js'
import type { ApiClient } from '../api/client.js'
import type { ProfileStore } from '../config/profiles.js'
import { CliError, ExitCode } from '../errors.js'
import { changedMeanwhile, fileTimeOf, type LocalEntry } from './local_tree.js'
import { persistently } from './retry.js'

/** What is kept of an upload until somebody goes on with it, or asks whether it was done. */
export interface KeptUpload {
  /** Of the upload on the server. */
  address: string
  size: number
  modifiedMs: number
  /** What it has become. */
  asset?: { id: string; version: number }
}

export interface UploadTarget {
  folder: Pick<Asset, 'id' | 'path'> | null
  /** Tells the same path of two sign-ins apart. */
  profile: string
}

export interface Uploaded {
  id: string
  version: number
  /** False when an earlier run had uploaded it, and it still is there. */
  isSent: boolean
}

/**
 * Uploads a file by tus 1.0.0. How far it has come is known to the server, where it lies there is kept here: the next run
 * of the same command goes on with it, also after a power cut on either side.
 * @param onBytes told of bytes that have come; negative for those that have to be sent once more
 */
export async function uploadResumably(
  api: ApiClient,
  file: LocalEntry,
  target: UploadTarget,
  kept: ProfileStore<KeptUpload>,
  onBytes: (count: number) => void
): Promise<Uploaded> {
  const key = keyOf(api, file, target)
  const before = await kept.read(key)
  const isSame = before?.size === file.size && before.modifiedMs === file.modifiedMs
  if (isSame && before.asset && (await isStillThere(api, before.asset, pathOf(file, target)))) {
    onBytes(file.size)
    return { ...before.asset, isSent: false }
  }
  let address = isSame && !before.asset ? before.address : undefined
  let counted = 0
  const count = (offset: number) => {
    onBytes(offset - counted)
    counted = offset
  }
  let furthest = 0
  const asset = await persistently(
    async () => {
      const at = address ? await stateOf(api, address) : undefined
      if (at?.asset) return at.asset
      address = at ? address! : await begin(api, file, target)
      if (!at) await kept.write(key, { address, ...valuesOf(file) })
      count(at ? at.offset : 0)
      return await send(api, address, file, at ? at.offset : 0, (bytes) => count(counted + bytes))
    },
    () => {
      const hasMoved = counted > furthest
      furthest = Math.max(furthest, counted)
      return hasMoved
    }
  )
  count(file.size)
  await kept.write(key, { address: address!, ...valuesOf(file), asset })
  return { ...asset, isSent: true }
}

const valuesOf = ({ size, modifiedMs }: LocalEntry) => ({ size, modifiedMs })

function keyOf({ server }: ApiClient, { path, goesTo }: LocalEntry, target: UploadTarget): string {
  const about = [server, target.profile, target.folder?.id ?? '', goesTo, path]
  return createHash('sha256').update(JSON.stringify(about)).digest('hex')
}

const pathOf = ({ goesTo }: LocalEntry, { folder }: UploadTarget) =>
  `${folder?.path ?? ''}/${goesTo.normalize('NFC')}`

/** Whether a file that was uploaded before is still what lies there. */
async function isStillThere(
  api: ApiClient,
  { id, version }: { id: string; version: number },
  path: string
): Promise<boolean> {
  const asset = await persistently(() => api.get<Asset>(`/api/assets/${id}`).catch(ifGone))
  return asset?.version === version && asset.path === path && asset.trashedAt === null
}

interface UploadState {
  offset: number
  asset?: { id: string; version: number }
}

/** How far an upload has come; undefined when the server has none of it any more. */
async function stateOf(api: ApiClient, address: string): Promise<UploadState | undefined> {
  const answer = await api.send('HEAD', address, { headers: TUS }).catch(ifGone)
  return answer && stateIn(answer.headers)
}

function stateIn(headers: Headers): UploadState {
  const id = headers.get('upload-asset')
  const asset = id ? { id, version: Number(headers.get('upload-asset-version')) } : undefined
  return { offset: Number(headers.get('upload-offset')), ...(asset && { asset }) }
}

const TUS = { 'tus-resumable': '1.0.0' }

/** @returns the address of the upload */
async function begin(api: ApiClient, file: LocalEntry, { folder }: UploadTarget): Promise<string> {
  const values = {
    ...{ filename: file.goesTo, relativePath: file.goesTo, parentId: folder?.id ?? '' },
    lastModified: fileTimeOf(file) ?? '',
  }
  const metadata = Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join()
  const answer = await api.send('POST', '/api/uploads', {
    headers: { ...TUS, 'upload-length': String(file.size), 'upload-metadata': metadata },
  })
  const location = answer.headers.get('location')
  const address = location && new URL(location, `${api.server}/`).pathname
  // Only an address of the API is ever sent a file.
  if (address && /\/api\/uploads\/[\w-]+$/.test(address)) {
    return address.slice(address.lastIndexOf('/api/'))
  }
  throw new CliError(ExitCode.failure, `${api.server} did not say where to upload ${file.goesTo}.`)
}

async function send(
  api: ApiClient,
  address: string,
  file: LocalEntry,
  offset: number,
  onBytes: (count: number) => void
): Promise<{ id: string; version: number }> {
  await assertUnchanged(file)
  const headers = {
    ...TUS,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
    'content-length': String(file.size - offset),
  }
  // Pulled chunk by chunk: Readable.toWeb would read tens of thousands of chunks ahead.
  const stream = ReadableStream.from(bytesOf(file, offset, onBytes))
  const answer = await api.send('PATCH', address, { headers, stream }).catch(ifElsewhere)
  const { asset } = stateIn(answer.headers)
  if (asset) return asset
  const again = await stateOf(api, address)
  if (again?.asset) return again.asset
  throw new CliError(ExitCode.unreachable, `The upload of "${file.goesTo}" is not complete.`)
}

async function* bytesOf(file: LocalEntry, offset: number, onBytes: (count: number) => void) {
  if (offset === file.size) return
  const range = { start: offset, end: file.size - 1, highWaterMark: 256 * 1024 }
  let sent = offset
  for await (const chunk of createReadStream(file.path, range) as AsyncIterable<Buffer>) {
    sent += chunk.length
    // Before the last bytes are taken for the end of a file that nobody has ever had.
    if (sent === file.size) await assertUnchanged(file)
    onBytes(chunk.length)
    yield chunk
  }
  if (sent < file.size) throw changedMeanwhile(file)
}

/** What was sent of it and what comes now must be of one file. */
async function assertUnchanged(file: LocalEntry): Promise<void> {
  const { size, mtimeMs } = await stat(file.path)
  if (size !== file.size || mtimeMs !== file.modifiedMs) throw changedMeanwhile(file)
}

/** A request whose connection broke may still be read there: it is asked once more how far that has come. */
function ifElsewhere(error: unknown): never {
  if (error instanceof ApiError && /^E_UPLOAD_(OFFSET|TAKEN)$/.test(error.code ?? '')) {
    throw new CliError(ExitCode.unreachable, error.message, { cause: error })
  }
  throw error
}

function ifGone(error: unknown): undefined {
  if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return undefined
  throw error
}
