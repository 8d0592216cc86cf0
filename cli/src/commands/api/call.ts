import { createReadStream } from 'node:fs'
import type { RequestOptions } from '../../api/client.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { localFile } from '../../local_file.js'
import { addressed, fieldsOf, type Fields } from './fields.js'
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

/** Sends one request, or one for each page of a list, and prints what comes back. */
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
    `"${typed}" is no method.`,
    `Give one of ${METHODS.join(', ')}, and then the path: crossdock api GET /api/auth/me`
  )
}

/** The token goes to the server of the profile only, so no whole address is taken. */
function pathOf(typed: string): string {
  if (!URL.canParse(typed)) return typed.startsWith('/') ? typed : `/${typed}`
  throw new UsageError(
    `"${typed}" is a whole address, and a path is needed.`,
    'Leave the server out; --server and the profile name it.'
  )
}

function headersOf(lines: string[]): Record<string, string> {
  const headers = new Headers()
  for (const line of lines) {
    const at = line.indexOf(':')
    try {
      headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim())
    } catch {
      throw new UsageError(`--header "${line}" is no header.`, 'Write it as "Name: value".')
    }
  }
  return Object.fromEntries(headers)
}

function refusePages(method: string, options: ApiOptions): void {
  if (method !== 'GET') throw new UsageError('--paginate reads lists, and needs the method GET.')
  if (options.include) throw new UsageError('--paginate and --include do not go together.')
}

/** What a request carries: fields in its body or its address, or a file. */
async function content(
  factory: Factory,
  method: string,
  { input }: ApiOptions,
  fields: Fields | undefined
): Promise<RequestOptions> {
  const isRead = method === 'GET' || method === 'HEAD'
  if (input === undefined) return isRead ? { query: addressed(fields) } : { json: fields }
  if (isRead) throw new UsageError(`--input is a body, and ${method} has none.`)
  return { query: addressed(fields), ...(await fileContent(factory, input)) }
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
