import { ApiError, type ResumableUploadOptions, type UploadTarget } from '@crossdock/admin/kit'
import { isOutage } from './problem.js'
import { sendBody } from './upload.js'
import { API, sendRequest } from './wire.js'

const tusHeaders = { 'Tus-Resumable': '1.0.0' }
const bytesType = 'application/offset+octet-stream'

/** The maximum number of bytes per request. The server checks permissions with each request. */
const REQUEST_BYTES = 64 * 1024 * 1024
/** Up to this size (bytes), the first request contains the whole file, because each request costs a round trip. */
const AT_ONCE = 1024 * 1024
/** Pauses (ms) between retries while the server is out of reach. They restart after progress. */
const PAUSES = [500, 1_500, 4_000]

interface Options extends ResumableUploadOptions {
  session?: string
}

/** The progress of an upload as the server reports it. `version` is set once the file is complete. */
interface UploadProgress {
  offset: number
  version: number | null
}

interface StoredUpload extends UploadProgress {
  address: string
}

/** Uploads a file with the protocol tus 1.0.0, starting at the offset that the server reports. */
export async function uploadResumably(
  file: File,
  target: UploadTarget,
  options: Options
): Promise<{ version: number }> {
  let { address } = options
  // If an answer is lost, the next try finds the upload by this id instead of creating a second one.
  const id = randomId()
  let tries = 0
  for (;;) {
    try {
      const upload = await (address === undefined
        ? createUpload(file, target, { ...options, id })
        : readUpload(address, options))
      address = upload.address
      options.onAddress?.(address)
      return await sendRest(file, upload, { ...options, onMore: () => (tries = 0) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const pause = PAUSES[tries]
      if (pause === undefined) throw error
      // The upload has expired, was cancelled elsewhere, or has never arrived, so start over.
      if (error.status === 404 && address !== undefined) {
        if (address !== addressOf(id)) tries += 1
        address = undefined
      } else {
        tries += 1
        // Another request may have sent more; continue from its offset.
        if (!isOutage(error) && error.code !== 'E_UPLOAD_OFFSET') throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
        address ??= addressOf(id)
      }
    }
  }
}

const addressOf = (id: string) => `${API}/uploads/${id}`

/** A UUID. `crypto.randomUUID` exists only over HTTPS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function createUpload(file: File, target: UploadTarget, options: Options & { id: string }) {
  const { id, session, signal } = options
  const metadata = {
    filename: target.name,
    filetype: file.type || 'application/octet-stream',
    lastModified: String(file.lastModified),
    ...(target.parentId !== null && { parentId: target.parentId }),
    ...(target.relativePath !== undefined && { relativePath: target.relativePath }),
  }
  const headers = {
    ...tusHeaders,
    'Upload-Id': id,
    'Upload-Length': String(file.size),
    'Upload-Metadata': Object.entries(metadata)
      .map(([key, value]) => `${key} ${base64(value)}`)
      .join(','),
  }
  const header = await (file.size > 0 && file.size <= AT_ONCE
    ? sendWithBytes(file, headers, options)
    : sendRequest(`${API}/uploads`, { method: 'POST', headers, session, signal }).then(
        (answer) => (name: string) => answer.headers.get(name)
      ))
  const address = header('Location')
  if (!address) throw new ApiError('kit.error.server', 502)
  return { address, ...progressIn(header) }
}

async function sendWithBytes(file: File, headers: Record<string, string>, options: Options) {
  const request = await sendBody('POST', `${API}/uploads`, file, {
    ...options,
    headers: { ...headers, 'Content-Type': bytesType },
  })
  return (name: string) => request.getResponseHeader(name)
}

async function readUpload(address: string, { session, signal }: Options): Promise<StoredUpload> {
  const { headers } = await sendRequest(address, {
    method: 'HEAD',
    headers: tusHeaders,
    session,
    signal,
  })
  return { address, ...progressIn((name) => headers.get(name)) }
}

async function sendRest(
  file: File,
  { address, ...begun }: StoredUpload,
  { session, signal, onProgress, onMore }: Options & { onMore: () => void }
) {
  let { offset, version } = begun
  while (version === null) {
    const from = offset
    onProgress?.(from, file.size)
    const request = await sendBody('PATCH', address, file.slice(from, from + REQUEST_BYTES), {
      headers: { ...tusHeaders, 'Upload-Offset': String(from), 'Content-Type': bytesType },
      session,
      signal,
      onProgress: (sent) => onProgress?.(Math.min(from + sent, file.size), file.size),
    })
    ;({ offset, version } = progressIn((name) => request.getResponseHeader(name)))
    if (version === null && offset <= from) throw new ApiError('kit.error.server', 502)
    onMore()
  }
  return { version }
}

function progressIn(header: (name: string) => string | null): UploadProgress {
  const version = header('Upload-Asset-Version')
  return {
    offset: Number(header('Upload-Offset')),
    version: version === null ? null : Number(version),
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Cancels an upload and deletes its data. An upload that no longer exists counts as cancelled. */
export async function cancelUpload(address: string, session: string | undefined): Promise<void> {
  await sendRequest(address, { method: 'DELETE', headers: tusHeaders, session }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  )
}
