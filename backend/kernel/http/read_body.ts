import type { HttpContext } from '@adonisjs/core/http'
import { NumberTooLong, parseExact } from '../json/index.js'
import { Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'
import { readBody } from './body.js'
import { refuseForeign, refuseForeignField } from '../shapes/input_safety.js'
import type { BodyKind } from './operation_types.js'
import type { Operation } from './operation.js'

/** Longest body that is read into memory; files are streamed. */
const maxBodyBytes = 1024 * 1024
/** The limit for anonymous callers, who could make the server parse at no cost. */
const maxPublicBytes = 16 * 1024

const bodiless = new Set(['GET', 'HEAD'])

/** Whether the controller reads the body. */
function isStreamed({ streams }: Operation, http: HttpContext): boolean {
  if (!streams) return false
  const [type = ''] = (http.request.header('content-type') ?? '').split(';')
  return '*/*' in streams || Object.hasOwn(streams, type.trim().toLowerCase())
}

/** Whether a body exceeds the usual limit or has no declared length. */
export const isLong = ({ request }: HttpContext): boolean =>
  Number(request.header('content-length') ?? Infinity) > maxBodyBytes

/** A body and its raw bytes; both absent when the controller reads it. */
export interface ReadBody {
  bytes?: Buffer
  body?: unknown
}

/**
 * Reads the body of a request as its operation declares it.
 * @throws Problem 400, 408, 413 or 415; 422 for invalid keys and texts
 */
export async function readBodyOf(operation: Operation, http: HttpContext): Promise<ReadBody> {
  if (bodiless.has(operation.method) || isStreamed(operation, http)) return {}
  const usual = operation.access === 'public' ? maxPublicBytes : maxBodyBytes
  const { reads = 'json', maxBytes = usual, streams = {} } = operation
  const bytes = await readBytes(http, reads, maxBytes)
  if (reads === 'raw') return { bytes, body: bytes }
  if (bytes.length === 0) return { bytes, body: {} }
  const type = http.request.header('content-type') ?? ''
  const own = reads === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  // An operation that only streams accepts no other body.
  const takesOwn = operation.body !== undefined || !operation.streams
  if (!takesOwn || !mediaTypes[reads].test(type)) {
    const accepted = [...(takesOwn ? [own] : []), ...Object.keys(streams)].join(', ')
    const named = { accepted, type: type.slice(0, 100) }
    throw new Problem(415, 'E_MEDIA_TYPE', text('Send {accepted}, not "{type}".', named))
  }
  return { bytes, body: reads === 'form' ? formFields(bytes) : parseJson(bytes) }
}

const mediaTypes = {
  json: /^application\/([\w.+-]+\+)?json\b/i,
  form: /^application\/x-www-form-urlencoded\b/i,
}

const longer: Record<BodyKind, (most: number) => Text> = {
  json: (most) => text('A JSON body may have at most {most} bytes.', { most }),
  form: (most) => text('A form may have at most {most} bytes.', { most }),
  raw: (most) => text('The body may have at most {most} bytes.', { most }),
}

function readBytes(http: HttpContext, kind: BodyKind, maxBytes: number): Promise<Buffer> {
  const { request } = http.request
  // The connection stays open and the rest of the body is dropped: a sender whose connection ends while it still
  // writes sees a broken connection instead of the answer.
  const tooLarge = () => new Problem(413, 'E_TOO_LARGE', longer[kind](maxBytes))
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  return readBody(request, maxBytes, tooLarge)
}

function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

const longNumber = text(
  'The body holds a number with more than 500 digits or places. Send it as a text.'
)

function parseJson(bytes: Buffer): unknown {
  let body: unknown
  try {
    body = parseExact(textOf(bytes))
  } catch (error) {
    if (error instanceof NumberTooLong) throw new Problem(422, 'E_NUMBER', longNumber)
    throw new Problem(400, 'E_JSON', text('The body is not valid JSON.'))
  }
  refuseForeign(body)
  return body
}

/** Fields of a web form; a repeated field becomes a list. */
function formFields(bytes: Buffer): Record<string, string | string[]> {
  const fields = new Map<string, string[]>()
  let entries: URLSearchParams
  try {
    entries = new URLSearchParams(textOf(bytes))
  } catch {
    throw new Problem(400, 'E_FORM', text('The body is not a valid form: it is not UTF-8.'))
  }
  for (const [name, value] of entries) {
    refuseForeignField(name)
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  const body = Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]!])
  )
  refuseForeign(body)
  return body
}
