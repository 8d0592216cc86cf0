import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { Answer, stillAllowed, type Input, type ItemInput } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { contentStore, RequestPieces } from '@crossdock/kernel/storage'
import type { Upload } from '../models/upload.js'
import { findUpload } from '../queries/find_upload.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { appendToUpload, type UploadChunk } from '../uploads/append_to_upload.js'
import { beginUpload } from '../uploads/begin_upload.js'
import { parseChecksum, checksums } from '../uploads/checksum.js'
import { endUpload } from '../uploads/end_upload.js'
import {
  parseBytes,
  parseUploadId,
  tusBody,
  tusExtensions,
  tusVersion,
} from '../uploads/headers.js'
import { joinUploads } from '../uploads/join_uploads.js'

/** Resumable uploads by tus 1.0.0 (tus.io). */
export default class UploadsController {
  /** The capabilities of this server; the only request that needs no version. */
  async describe() {
    return new Answer(204, undefined, {
      ...spoken,
      'tus-version': tusVersion,
      'tus-extension': tusExtensions.join(','),
      'tus-max-size': String(await maxUploadBytes()),
      'tus-checksum-algorithm': checksums.join(','),
    })
  }

  async store({ http }: Input) {
    checkProtocolVersion(http)
    const header = (name: string) => http.request.header(name)
    const concat = header('upload-concat')
    const metadata = header('upload-metadata')
    if (concat?.startsWith('final;')) {
      return made(await joinUploads({ concat, metadata, left: abortOnDisconnect(http) }))
    }
    if (concat !== undefined && concat !== 'partial') {
      throw headerProblem(
        text('Upload-Concat must be "partial", or "final;" and the addresses of the parts.')
      )
    }
    const id = parseUploadId(header('upload-id'))
    const upload = await beginUpload({ id, length: readLength(http), metadata, concat })
    // An empty file is complete immediately.
    const comes = isBytes(http) || upload.length === 0
    const offset = comes ? await append(http, upload, { offset: 0, length: upload.length }) : 0
    return made(upload, offset)
  }

  async offset({ http, params }: ItemInput) {
    const upload = await uploadOf(http, params.id)
    const { length, metadata, concat } = upload
    const offset = length !== null && upload.assetId ? length : await sizeOf(upload)
    return new Answer(200, undefined, {
      ...headersOf(upload, offset),
      ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
      ...(metadata === null ? {} : { 'upload-metadata': metadata }),
      ...(concat === null ? {} : { 'upload-concat': concat }),
      'cache-control': 'no-store',
    })
  }

  async append({ http, params }: ItemInput) {
    const upload = await uploadOf(http, params.id)
    if (!isBytes(http)) {
      throw new Problem(415, 'E_MEDIA_TYPE', text('Send the bytes as {type}.', { type: tusBody }))
    }
    const offset = parseBytes('Upload-Offset', http.request.header('upload-offset'))
    if (offset === undefined)
      throw headerProblem(text('Send Upload-Offset, the position of the first byte.'))
    const length = await resolveLength(http, upload)
    const reached = await append(http, upload, { offset, length })
    return new Answer(204, undefined, headersOf(upload, reached))
  }

  async destroy({ http, params }: ItemInput) {
    const upload = await uploadOf(http, params.id)
    await endUpload(upload)
    return new Answer(204, undefined, spoken)
  }

  /** For clients behind proxies that pass only GET and POST. */
  async override(input: ItemInput) {
    const method = input.http.request.header('x-http-method-override')?.toUpperCase()
    if (method === 'PATCH') return await this.append(input)
    if (method === 'DELETE') return await this.destroy(input)
    if (method === 'HEAD') return await this.offset(input)
    await uploadOf(input.http, input.params.id)
    throw headerProblem(
      text('X-HTTP-Method-Override must be PATCH, DELETE or HEAD at this address.')
    )
  }
}

const isBytes = ({ request }: HttpContext) => request.header('content-type') === tusBody

const spoken = { 'tus-resumable': tusVersion }

/** Sets the version header first, so that errors have it too. @throws Problem 412 for another version */
function checkProtocolVersion({ request, response }: HttpContext): void {
  response.header('tus-resumable', tusVersion)
  if (request.header('tus-resumable') === tusVersion) return
  const headers = { 'tus-version': tusVersion }
  const message = text('Send "Tus-Resumable: {version}". The server supports only this version.', {
    version: tusVersion,
  })
  throw new Problem(412, 'E_TUS_VERSION', message, { headers })
}

/** Reports an unknown upload before a wrong version. @throws Problem 404, 412 */
async function uploadOf(http: HttpContext, id: string): Promise<Upload> {
  http.response.header('tus-resumable', tusVersion)
  const upload = await findUpload(id)
  checkProtocolVersion(http)
  return upload
}

const headerProblem = (message: ReturnType<typeof text>) =>
  new Problem(400, 'E_TUS_HEADER', message)

/** The declared length; null when the client defers it. @throws Problem 400 when it does neither */
function readLength(http: HttpContext): number | null {
  const length = parseBytes('Upload-Length', http.request.header('upload-length'))
  const isDeferred = http.request.header('upload-defer-length') === '1'
  if ((length === undefined) === isDeferred) return length ?? null
  throw headerProblem(text('Send Upload-Length, or "Upload-Defer-Length: 1" to send it later.'))
}

/**
 * The length of an upload; a deferred length may arrive later.
 * @throws Problem 400 when it differs from the stored one
 */
async function resolveLength(http: HttpContext, upload: Upload): Promise<number | null> {
  const length = parseBytes('Upload-Length', http.request.header('upload-length'))
  if (length === undefined || length === upload.length) return upload.length
  if (upload.length !== null) {
    throw headerProblem(
      text('Upload-Length cannot change (was {length}).', { length: upload.length })
    )
  }
  const most = await maxUploadBytes()
  if (length > most)
    throw headerProblem(text('A file may have at most {most} bytes here.', { most }))
  return length
}

async function append(
  http: HttpContext,
  upload: Upload,
  at: Pick<UploadChunk, 'offset' | 'length'>
): Promise<number> {
  const { request } = http.request
  // Without bytes there is nothing to read.
  const pieces = isBytes(http) ? new RequestPieces(request) : undefined
  const chunk: UploadChunk = {
    ...at,
    bytes: pieces ? checkAllowedAtEnd(pieces, stillAllowed(http)) : Readable.from([]),
    declared: parseBytes('Content-Length', request.headers['content-length']),
    checksum: parseChecksum(http.request.header('upload-checksum')),
  }
  try {
    return await appendToUpload(upload, chunk)
  } catch (error) {
    pieces?.drop()
    throw error
  }
}

/** Checks the permission again after the last byte, and discards the bytes of a sender who has lost it. */
async function* checkAllowedAtEnd(pieces: RequestPieces, assertAllowed: () => Promise<void>) {
  yield* pieces
  await assertAllowed()
}

/** Aborts when the client disconnects before it gets the answer. */
function abortOnDisconnect({ request, response }: HttpContext): AbortSignal {
  const left = new AbortController()
  const leave = () =>
    left.abort(new Problem(400, 'E_TUS_CONCAT', text('The client closed the connection.')))
  if (request.request.socket.destroyed) leave()
  else response.response.once('close', leave)
  return left.signal
}

async function sizeOf({ id }: Upload): Promise<number> {
  return await contentStore.use().drafts.size(id)
}

function made(upload: Upload, offset: number = upload.length!): Answer {
  const location = `/api/uploads/${upload.id}`
  return new Answer(201, undefined, { ...headersOf(upload, offset), location })
}

/** Upload progress. The resulting file is named in extra headers, because these answers have no body. */
function headersOf(
  { assetId, version, expiresAt }: Upload,
  offset: number
): Record<string, string> {
  return {
    ...spoken,
    'upload-offset': String(offset),
    'upload-expires': new Date(expiresAt).toUTCString(),
    ...(assetId ? { 'upload-asset': assetId, 'upload-asset-version': String(version) } : {}),
  }
}
