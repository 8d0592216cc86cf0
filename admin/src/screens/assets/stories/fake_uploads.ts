import type { FakeApi, FakeRequest } from '../../../../.storybook/fake_api.js'

export interface FakeUpload {
  name: string
  path?: string | undefined
  parentId: string | null
  size: number
  offset: number
  version?: number
}

/** A failure during a request: this many bytes arrive before the request hangs or fails. */
export interface Mishap {
  arrived: number
  end: 'pending' | 'offline'
}

/** Resumable uploads like the server's, with their offsets. */
export class FakeUploads {
  /** By URL below /api/uploads. */
  readonly kept = new Map<string, FakeUpload>()
  /** As "PATCH up_1 0+1024": the offset and the number of bytes. */
  calls: string[] = []
  onItsWay: (from: number) => Promise<Mishap | undefined> | Mishap | undefined = () => undefined
  isAway = false
  /** Whether the next answer to a new upload is lost. */
  losesAnswer = false
  readonly #chosen = new Map<string, FakeUpload>()

  /** Stores the file and returns its version. */
  constructor(private readonly store: (upload: FakeUpload) => number) {}

  reset() {
    this.kept.clear()
    this.calls = []
    this.onItsWay = () => undefined
    this.isAway = false
    this.losesAnswer = false
  }

  readonly api: FakeApi = {
    'POST /uploads': (request: FakeRequest) => this.begin(request),
    'HEAD /uploads/:id': ({ params }: FakeRequest) => {
      this.calls.push(`HEAD ${params.id}`)
      if (this.isAway) return 'offline'
      const upload = this.#find(params.id)
      return upload ? answerOf(200, upload) : gone
    },
    'PATCH /uploads/:id': (request: FakeRequest) => this.append(request),
    'DELETE /uploads/:id': ({ params }: FakeRequest) => {
      this.calls.push(`DELETE ${params.id}`)
      return this.kept.delete(params.id ?? '') ? { status: 204 } : gone
    },
  }

  #find(id = ''): FakeUpload | undefined {
    return this.kept.get(id) ?? this.#chosen.get(id)
  }

  private begin({ headers, body }: FakeRequest) {
    const metadata = metadataOf(headers.get('Upload-Metadata') ?? '')
    const name = metadata.get('filename') ?? ''
    const path = metadata.get('relativePath')
    const parentId = metadata.get('parentId') ?? null
    const size = Number(headers.get('Upload-Length'))
    const id = `up_${this.kept.size + 1}`
    this.calls.push(`POST ${path ?? name} in ${parentId ?? 'top'}`)
    const upload: FakeUpload = { name, path, parentId, size, offset: 0 }
    this.kept.set(id, upload)
    this.#chosen.set(headers.get('Upload-Id') ?? id, upload)
    // A file may come with its beginning. An empty one is complete.
    if (body instanceof Blob) upload.offset = body.size
    if (upload.offset === size) upload.version = this.store(upload)
    if (this.losesAnswer) {
      this.losesAnswer = false
      return 'offline' as const
    }
    const answer = answerOf(201, upload)
    return { ...answer, headers: { ...answer.headers, Location: `/api/uploads/${id}` } }
  }

  private async append({ params, headers, body }: FakeRequest) {
    const upload = this.#find(params.id)
    const from = Number(headers.get('Upload-Offset'))
    const { size } = body as Blob
    this.calls.push(`PATCH ${params.id} ${from}+${size}`)
    if (!upload) return gone
    if (from !== upload.offset) return { status: 409, body: { code: 'E_UPLOAD_OFFSET' } }
    const mishap = await this.onItsWay(from)
    upload.offset += mishap?.arrived ?? size
    if (mishap) return mishap.end
    if (upload.offset === upload.size) upload.version = this.store(upload)
    return answerOf(204, upload)
  }
}

const gone = { status: 404, body: { message: 'There is no such upload.' } }

const answerOf = (status: number, { offset, version }: FakeUpload) => ({
  status,
  headers: {
    'Upload-Offset': String(offset),
    ...(version !== undefined && { 'Upload-Asset-Version': String(version) }),
  },
})

function metadataOf(header: string): Map<string, string> {
  const text = (base64: string) =>
    new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)))
  return new Map(
    header.split(',').map((pair) => {
      const [key = '', value = ''] = pair.split(' ')
      return [key, text(value)]
    })
  )
}
