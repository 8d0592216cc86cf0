import { fakeXhr } from './fake_xhr.js'

/** A request as a story's fake server sees it. */
export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  params: Record<string, string>
  headers: Headers
  body: unknown
  /** Aborted when the page cancels the call. */
  signal: AbortSignal
}

export interface FakeAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/**
 * An answer: any JSON (arrays answer as lists with Content-Range), `{ status, body }` for other
 * statuses, a Response, 'pending' for a call that never ends, 'offline' for a dead network, or a function.
 */
export type FakeHandler =
  | 'pending'
  | 'offline'
  | FakeAnswer
  | object
  | ((request: FakeRequest) => unknown)

export type FakeApi = Record<string, FakeHandler>

/** Replaces fetch and XMLHttpRequest by a server that knows only these calls ('GET /tenants', below /api). */
export function installFakeApi(api: FakeApi): () => void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/api/')) return original(input, init)
    return answer(api, request, url)
  }
  const restoreXhr = fakeXhr((request, url) => answer(api, request, url))
  return () => {
    window.fetch = original
    restoreXhr()
  }
}

/** Empty answers to calls that many pages make, above all the dashboard. A story replaces those that it needs. */
const emptyAnswers: FakeApi = {
  'GET /admin/tenants/use': { total: 0, byUse: [], failing: [], nearLimit: [] },
  'GET /approvals': [],
  'GET /branding': { productName: null, logo: null, colors: null },
  'GET /tenant/environments': [],
  'GET /tenant/usage': { environments: [] },
  'GET /assets': [],
  'GET /assets/damaged': { versions: [] },
  'GET /assets/trash': { keptDays: 30 },
  'GET /flow-executions': [],
  'GET /flow-executions/hours': [],
  'GET /flow-executions/waiting': { count: 0, oldest: null },
  'GET /integrations/endpoints': [],
  'GET /integrations/logs': [],
  'GET /integrations/systems': [],
  'GET /integrations/systems/failing': [],
  'GET /integrations/workflows': [],
  'GET /integrations/workflows/failing': [],
  'GET /system': {
    health: { components: {} },
    workers: null,
    queue: null,
    storage: null,
    unanswered: [],
  },
}

async function answer(api: FakeApi, request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice('/api'.length)
  const found = findHandler({ ...emptyAnswers, ...api }, request.method, path)
  if (!found) {
    console.error(`The story has no answer for "${request.method} ${path}"; add it to its api.`)
    return respond({ status: 404, body: { message: `No fake answer for ${path}.` } }, url)
  }
  const result =
    typeof found.handler === 'function'
      ? await found.handler({
          method: request.method,
          path,
          query: url.searchParams,
          params: found.params,
          headers: request.headers,
          body: await readBody(request),
          signal: request.signal,
        })
      : found.handler
  if (result === 'pending') {
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
    })
  }
  if (result instanceof Response) return result
  if (result === 'offline') throw new TypeError('Failed to fetch')
  return respond(isAnswer(result) ? result : { status: 200, body: result }, url)
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/')) return request.formData()
  if (type.endsWith('octet-stream')) return request.blob()
  const text = await request.text()
  return type.includes('json') && text ? JSON.parse(text) : text
}

function findHandler(api: FakeApi, method: string, path: string) {
  for (const [key, handler] of Object.entries(api)) {
    const [verb, pattern = ''] = key.split(' ')
    const params = verb === method ? matchPath(pattern, path) : null
    if (params) return { handler, params }
  }
  return null
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}

const isAnswer = (value: unknown): value is FakeAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number'

function respond({ status, body, headers }: FakeAnswer, url: URL): Response {
  const range = Array.isArray(body) ? slice(body, url.searchParams.get('range')) : null
  const content = range ? range.items : body
  const empty = status === 204 || content === undefined
  return new Response(empty ? null : JSON.stringify(content), {
    status,
    headers: {
      'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
      ...(range && { 'Content-Range': range.header }),
      ...headers,
    },
  })
}

function slice(items: unknown[], range: string | null) {
  const [from = 0, to = items.length - 1] = range ? (JSON.parse(range) as number[]) : []
  const page = items.slice(from, to + 1)
  const header = `items ${from}-${from + Math.max(page.length, 1) - 1}/${items.length}`
  return { items: page, header }
}
