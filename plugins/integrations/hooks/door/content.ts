import { ContentError, ContentTooLarge, readContent } from '@crossdock/kernel/egress'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import { refuseForeign } from '@crossdock/kernel/shapes'
import { NumberTooLong, parseJson } from '@crossdock/kernel/json'
import type { SignedRequest } from '../../contracts/index.js'

/** A received file of a form. */
export interface SentFile {
  field: string
  file: File
}

/**
 * The content of a body: a value from JSON, fields and files from a form, a text from XML and other texts,
 * otherwise `{ contentType, size }`.
 */
export interface Content {
  body: unknown
  files: SentFile[]
}

const isJson = /^application\/([\w.+-]+\+)?json\b/i
/** A type of which `readContent` returns the text unparsed, even if the text is JSON. */
const unparsedType = 'application/json-seq'
const isForm = /^application\/x-www-form-urlencoded\b/i
const isMultipart = /^multipart\/form-data\b/i

/**
 * Reads a body by its type.
 * @param maxBytes limit after decompression
 * @throws Problem 400, 413 or 422 for a body that does not match its type
 */
export async function contentOf(
  { headers, body }: Pick<SignedRequest, 'headers' | 'body'>,
  maxBytes: number
): Promise<Content> {
  const type = headers['content-type'] ?? ''
  if (isMultipart.test(type)) return await multipartOf(type, body)
  const files: SentFile[] = []
  if (isJson.test(type)) {
    // Only decode here. With its own type, a short JSON body would be parsed before its values are counted, and
    // then parsed again below.
    const unparsed = { ...headers, 'content-type': type.replace(/^[^;,]+/, unparsedType) }
    const { text: written } = await readable({ headers: unparsed, body }, maxBytes)
    return { body: written ? assertStorable(jsonOf(written)) : null, files }
  }
  const { text: written, value } = await readable({ headers, body }, maxBytes)
  if (written !== null && isForm.test(type))
    return { body: assertStorable(fieldsOf(written)), files }
  // The type is not a JSON type, but the content is JSON.
  if (written !== null && typeof value === 'object') boundValues(written)
  return { body: assertStorable(value), files }
}

async function readable(content: Parameters<typeof readContent>[0], maxBytes: number) {
  try {
    return await readContent(content, maxBytes)
  } catch (error) {
    if (error instanceof ContentTooLarge) throw tooLarge(maxBytes)
    if (!(error instanceof ContentError)) throw error
    const why = text('The body cannot be read: {why}.', { why: error.message })
    throw new Problem(400, 'E_BODY', why)
  }
}

export const tooLarge = (most: number): Problem =>
  new Problem(413, 'E_TOO_LARGE', text('The body may have at most {most} bytes.', { most }))

/** Maximum number of JSON values. To read, check and mask more would block other requests. */
const mostValues = 50_000

/**
 * Counts the values of a JSON text by the characters before them, in one pass and without parsing. The count is
 * wrong for invalid JSON, which then fails to parse.
 * @throws Problem 413 beyond `mostValues`
 */
function boundValues(written: string): void {
  let count = 1
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at)
    if (code === quote) at = endOfText(written, at)
    else if (code === comma || code === bracket || code === brace) count++
    if (count <= mostValues) continue
    const sentence = text('The JSON of the body may have at most {most} values.', {
      most: mostValues,
    })
    throw new Problem(413, 'E_TOO_MANY_VALUES', sentence)
  }
}

const [quote, backslash, comma, bracket, brace] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0))

/** Returns where the JSON string that begins at `at` ends. */
function endOfText(written: string, at: number): number {
  for (let end = at + 1; end < written.length; end++) {
    const code = written.charCodeAt(end)
    if (code === quote) return end
    if (code === backslash) end++
  }
  return written.length
}

function jsonOf(written: string): unknown {
  boundValues(written)
  try {
    return parseJson(written)
  } catch (error) {
    if (error instanceof NumberTooLong) {
      throw invalid('body', text('The body holds a number with more than 500 digits or places.'))
    }
    throw new Problem(400, 'E_JSON', text('The body is not valid JSON.'))
  }
}

/** Maximum number of form fields, counted before the form is parsed. */
const mostFields = 1_000

const tooManyFields = () =>
  new Problem(
    413,
    'E_TOO_MANY_FIELDS',
    text('A form may have at most {most} fields.', { most: mostFields })
  )

/** Returns the fields of a form; a repeated field becomes a list. */
function fieldsOf(written: string): Record<string, unknown> {
  if (written.split('&', mostFields + 1).length > mostFields) throw tooManyFields()
  return listed([...new URLSearchParams(written)])
}

const parameter = /\s*;\s*([!#$%&'*+.^_`|~\w-]+)=("(?:[^"\\]|\\.)*"|[^\s;"]+)/y

/**
 * Returns the boundary of a Content-Type (RFC 9110, 5.6.6).
 * @throws Problem 400 if there is none, or more than one
 */
function boundaryOf(type: string): string {
  const found: string[] = []
  parameter.lastIndex = type.indexOf(';')
  let end = parameter.lastIndex
  for (let match = parameter.exec(type); match; match = parameter.exec(type)) {
    const [, name = '', value = ''] = match
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
    if (name.toLowerCase() === 'boundary') found.push(plain)
    end = parameter.lastIndex
  }
  const [boundary = ''] = found
  const isRead = end >= 0 && /^\s*;?\s*$/.test(type.slice(end))
  if (!isRead || found.length !== 1 || boundary === '' || boundary.length > 70) throw notAForm()
  return boundary
}

/**
 * Replaces the boundary of a form by a generated one. Then counting and parsing see the same parts, and every
 * boundary that RFC 2046 allows works.
 * @throws Problem 413 if the form has more parts than `mostFields`
 */
function withGeneratedBoundary(bytes: Buffer, boundary: string) {
  const own = `crossdock-${crypto.randomUUID()}`
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const between = Buffer.from(`\r\n--${own}`)
  const pieces: Buffer[] = []
  // The first boundary may have no line break before it.
  const whole = Buffer.concat([Buffer.from('\r\n'), bytes])
  let count = 0
  for (let at = whole.indexOf(line); at >= 0;) {
    const start = at + line.length
    const isLast = whole.toString('latin1', start, start + 2) === '--'
    if (!isLast && ++count > mostFields) throw tooManyFields()
    at = isLast ? -1 : whole.indexOf(line, start)
    pieces.push(between, isLast ? closing : whole.subarray(start, at < 0 ? whole.length : at))
  }
  // Drop the added line break at the start.
  const body = new Uint8Array(Buffer.concat(pieces)).subarray(2)
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${own}` } }
}

const closing = Buffer.from('--\r\n')

async function multipartOf(type: string, bytes: Buffer): Promise<Content> {
  const { body: form, headers } = withGeneratedBoundary(bytes, boundaryOf(type))
  let entries: [string, string | File][]
  try {
    entries = [...(await new Response(form, { headers }).formData())]
  } catch {
    throw notAForm()
  }
  const files = entries.flatMap(([field, value]) =>
    // Browsers send an input without a selected file as an empty file without a name.
    typeof value === 'string' || (value.name === '' && value.size === 0)
      ? []
      : [{ field, file: value }]
  )
  const fields = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const body = listed(fields)
  assertStorable({ body, files: files.map(({ field }) => field) })
  return { body, files }
}

const notAForm = () => new Problem(400, 'E_FORM', text('The body is not a valid form.'))

function listed(entries: readonly [string, string][]): Record<string, unknown> {
  const fields = Map.groupBy(entries, ([name]) => name)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [name, found] of fields) {
    const values = found.map(([, value]) => value)
    plain[name] = values.length > 1 ? values : values[0]
  }
  return plain
}

/**
 * Refuses values that no database column can store.
 * @throws Problem 422
 */
function assertStorable<T>(value: T): T {
  refuseForeign(value)
  return value
}
