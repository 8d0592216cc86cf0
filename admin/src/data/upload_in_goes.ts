import { ApiError, type GoesOptions, type UploadTarget } from '@crossdock/admin/kit'
import { isOutage } from './problem.js'
import { sendBody } from './upload.js'
import { API, wire } from './wire.js'

const spoken = { 'Tus-Resumable': '1.0.0' }
const bytesType = 'application/offset+octet-stream'

/** So much is sent with one request; who may still send is asked with each. */
const GO_BYTES = 64 * 1024 * 1024
/** Milliseconds before a server that is out of reach is tried again, until something more has come. */
const PAUSES = [500, 1_500, 4_000]

interface Options extends GoesOptions {
  session?: string
}

/** What has come of a file; with a version once it is one. */
interface Come {
  offset: number
  version: number | null
}

interface Begun extends Come {
  address: string
}

/** Sends a file by tus 1.0.0, from where the server has come to. */
export async function uploadInGoes(
  file: File,
  target: UploadTarget,
  options: Options
): Promise<{ version: number }> {
  let { address } = options
  let tries = 0
  for (;;) {
    try {
      const upload = await (address === undefined
        ? begin(file, target, options)
        : find(address, options))
      address = upload.address
      options.onAddress?.(address)
      return await goOn(file, upload, { ...options, onMore: () => (tries = 0) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const pause = PAUSES[tries]
      if (pause === undefined) throw error
      tries += 1
      // Expired, or given up elsewhere: from the beginning.
      if (error.status === 404 && address !== undefined) address = undefined
      else {
        // Behind another request that has come further this one goes on.
        if (!isOutage(error) && error.code !== 'E_UPLOAD_OFFSET') throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
}

async function begin(file: File, target: UploadTarget, { session, signal }: Options) {
  const metadata = {
    filename: target.name,
    filetype: file.type || 'application/octet-stream',
    lastModified: String(file.lastModified),
    ...(target.parentId !== null && { parentId: target.parentId }),
    ...(target.relativePath !== undefined && { relativePath: target.relativePath }),
  }
  const { headers } = await wire(`${API}/uploads`, {
    method: 'POST',
    headers: {
      ...spoken,
      'Upload-Length': String(file.size),
      'Upload-Metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
    ...{ session, signal },
  })
  const address = headers.get('Location')
  if (!address) throw new ApiError('kit.error.server', 502)
  return { address, ...comeBy((name) => headers.get(name)) }
}

async function find(address: string, { session, signal }: Options): Promise<Begun> {
  const { headers } = await wire(address, { method: 'HEAD', headers: spoken, session, signal })
  return { address, ...comeBy((name) => headers.get(name)) }
}

async function goOn(
  file: File,
  { address, ...begun }: Begun,
  { session, signal, onProgress, onMore }: Options & { onMore: () => void }
) {
  let { offset, version } = begun
  while (version === null) {
    const from = offset
    onProgress?.(from, file.size)
    const request = await sendBody('PATCH', address, file.slice(from, from + GO_BYTES), {
      headers: { ...spoken, 'Upload-Offset': String(from), 'Content-Type': bytesType },
      ...{ session, signal },
      onProgress: (sent) => onProgress?.(Math.min(from + sent, file.size), file.size),
    })
    ;({ offset, version } = comeBy((name) => request.getResponseHeader(name)))
    if (version === null && offset <= from) throw new ApiError('kit.error.server', 502)
    onMore()
  }
  return { version }
}

function comeBy(header: (name: string) => string | null): Come {
  const version = header('Upload-Asset-Version')
  return {
    offset: Number(header('Upload-Offset')),
    version: version === null ? null : Number(version),
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Gives up what has come of one; of one that is there no more nothing has. */
export async function giveUpload(address: string, session: string | undefined): Promise<void> {
  await wire(address, { method: 'DELETE', headers: spoken, session }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
}
