import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Asset } from '@crossdock/client'
import { ApiError } from '../api/api_error.js'
import type { ApiClient } from '../api/client.js'
import type { ProfileStore } from '../config/profiles.js'
import { CliError, ExitCode } from '../errors.js'
import { changedSinceRead, fileTimeOf, type LocalEntry } from './local_tree.js'
import { retryUntilDone } from './retry.js'

/** Stored state of an upload, kept to resume it or to see whether it is complete. */
export interface KeptUpload {
  /** The address of the upload on the server. */
  address: string
  size: number
  modifiedMs: number
  /** The asset that the upload created. */
  asset?: { id: string; version: number }
}

export interface UploadTarget {
  folder: Pick<Asset, 'id' | 'path'> | null
  /** Two profiles can upload the same local path to different accounts. */
  profile: string
}

export interface Uploaded {
  id: string
  version: number
  /** False when an earlier run uploaded the file and it still exists on the server. */
  isSent: boolean
}

/**
 * Uploads a file by tus 1.0.0. The server stores the progress, and the local state stores the upload's address.
 * The next run of the same command therefore resumes, even after a power cut on either side.
 * @param onBytes called with the number of bytes sent; negative for bytes to send again
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
  const asset = await retryUntilDone(
    async () => {
      const at = address ? await stateOf(api, address) : undefined
      if (at?.asset) return at.asset
      address = at ? address! : await begin(api, file, target)
      if (!at) await kept.write(key, { address, ...valuesOf(file) })
      count(at ? at.offset : 0)
      return await send(api, address, file, at ? at.offset : 0, (bytes) => count(counted + bytes))
    },
    () => {
      const hasProgress = counted > furthest
      furthest = Math.max(furthest, counted)
      return hasProgress
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

/** Whether a file that was uploaded before is still the current version. */
async function isStillThere(
  api: ApiClient,
  { id, version }: { id: string; version: number },
  path: string
): Promise<boolean> {
  const asset = await retryUntilDone(() => api.get<Asset>(`/api/assets/${id}`).catch(ifGone))
  return asset?.version === version && asset.path === path && asset.trashedAt === null
}

interface UploadState {
  offset: number
  asset?: { id: string; version: number }
}

/** The progress of an upload. Undefined when the server no longer has it. */
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
    filename: file.goesTo,
    relativePath: file.goesTo,
    parentId: folder?.id ?? '',
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
  // Send files only to an address of the API.
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
  // Pull chunk by chunk: Readable.toWeb would read tens of thousands of chunks ahead.
  const stream = ReadableStream.from(bytesOf(file, offset, onBytes))
  const answer = await api.send('PATCH', address, { headers, stream }).catch(retryIfBusy)
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
    // Check before the last bytes complete the upload: a mix of two versions must not become a file.
    if (sent === file.size) await assertUnchanged(file)
    onBytes(chunk.length)
    yield chunk
  }
  if (sent < file.size) throw changedSinceRead(file)
}

/** The bytes already sent and the next ones must belong to the same version of the file. */
async function assertUnchanged(file: LocalEntry): Promise<void> {
  const { size, mtimeMs } = await stat(file.path)
  if (size !== file.size || mtimeMs !== file.modifiedMs) throw changedSinceRead(file)
}

/** Makes the error retryable if the server still processes an earlier request whose connection broke. */
function retryIfBusy(error: unknown): never {
  if (error instanceof ApiError && /^E_UPLOAD_(OFFSET|TAKEN)$/.test(error.code ?? '')) {
    throw new CliError(ExitCode.unreachable, error.message, { cause: error })
  }
  throw error
}

function ifGone(error: unknown): undefined {
  if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return undefined
  throw error
}
