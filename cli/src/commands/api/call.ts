import { createReadStream } from 'node:fs'
import type { RequestOptions } from '../../api/client.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { localFile } from '../../local_file.js'
import { toQuery, fieldsOf, type Fields } from './fields.js'
import { printPages } from './pages.js'
import { printAnswer } from './print.js'

export interface ApiOptions {
  field?: string[]
  typedField?: string[]
  input?: string
  header?: string[]
  include?: boolean
  paginate?: boolean
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/** Sends one request, or one per page of a list, and prints the response. */
export async function callApi(
  factory: Factory,
  typedMethod: string,
  typedPath: string,
  options: ApiOptions
): Promise<void> {
  const method = methodOf(typedMethod)
  const path = pathOf(typedPath)
  const headers = headersOf(options.header ?? [])
  const fields = await fieldsOf(factory, options.field ?? [], options.typedField ?? [])
  if (options.paginate) refusePages(method, options)
  const sent = await content(factory, method, options, fields)
  const request = { ...sent, headers: { ...sent.headers, ...headers } }
  const api = await factory.api()
  if (options.paginate) return printPages(factory, api, path, request)
  const response = await api.request(method, path, request)
  await printAnswer(factory, api, response, options.include ?? false)
}

function methodOf(typed: string): string {
  const method = typed.toUpperCase()
  if (METHODS.includes(method)) return method
  throw new UsageError(
    `"${typed}" is not an HTTP method.`,
    `Give one of ${METHODS.join(', ')}, followed by the path: crossdock api GET /api/auth/me`
  )
}

/** Rejects full URLs, because the token must go only to the server of the profile. */
function pathOf(typed: string): string {
  if (!URL.canParse(typed)) return typed.startsWith('/') ? typed : `/${typed}`
  throw new UsageError(
    `"${typed}" is a full URL, but a path is needed.`,
    'Leave out the server; --server or the profile sets it.'
  )
}

function headersOf(lines: string[]): Record<string, string> {
  const headers = new Headers()
  for (const line of lines) {
    const at = line.indexOf(':')
    try {
      headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim())
    } catch {
      throw new UsageError(`--header "${line}" is not a header.`, 'Write it as "Name: value".')
    }
  }
  return Object.fromEntries(headers)
}

function refusePages(method: string, options: ApiOptions): void {
  if (method !== 'GET') throw new UsageError('--paginate reads lists and needs the method GET.')
  if (options.include)
    throw new UsageError('--paginate and --include exclude each other. Give one of them.')
}

/** The content of a request: fields in its body or its URL, or a file. */
async function content(
  factory: Factory,
  method: string,
  { input }: ApiOptions,
  fields: Fields | undefined
): Promise<RequestOptions> {
  const isRead = method === 'GET' || method === 'HEAD'
  if (input === undefined) return isRead ? { query: toQuery(fields) } : { json: fields }
  if (isRead) throw new UsageError(`--input is a body, but ${method} requests have none.`)
  return { query: toQuery(fields), ...(await fileContent(factory, input)) }
}

async function fileContent(factory: Factory, input: string): Promise<RequestOptions> {
  const type = { 'content-type': 'application/json' }
  if (input === '-') {
    return { headers: type, stream: ReadableStream.from(bytes(factory.streams.stdin)) }
  }
  const { path, size } = await localFile(factory, input, 'Nothing was sent.')
  return {
    headers: { ...type, 'content-length': String(size) },
    stream: ReadableStream.from(bytes(createReadStream(path))),
  }
}

async function* bytes(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield Buffer.from(chunk)
}
