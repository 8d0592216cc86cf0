import { variableName } from '@crossdock/environments/contracts'
import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import { isJsonObject } from '@crossdock/kernel/json'
import type { RequestSchema } from '../contracts/connector.js'
import { fileSources, systemSources, userSources } from './sources.js'
import { variableNamed } from './variables.js'

/** A placeholder in a text. */
export interface Placeholder {
  /** The path to the value. */
  names: readonly string[]
  written: string
  /** Whether the name is in a code block and therefore text: `me{id}` in `query{me{id}}`. */
  isCode: boolean
}

const roots = 'file|user|system|params|steps|trigger|item|variables'
const quoted = String.raw`\["(?:[^"\\]|\\.)*"\]`
/**
 * A path to a value: `file.name`, `steps.one.body["customer name"]`, `steps.one.body[0]`. A path without a root
 * is a single name: `orderId`.
 */
const path = String.raw`(?:${roots})(?:\.[\w-]+|\[\d+\]|${quoted})+(?=\})|[A-Za-z_][\w-]*(?:\.[\w-]+)*(?=\})`
const part = new RegExp(String.raw`\.?([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]`, 'y')
const pathAt = new RegExp(path, 'y')
const ofVariables = /^variables(?:[.[]|$)/
const brace = /[{}]/g
/** Matches text that begins like one of the roots, after optional spaces. */
const beginning = new RegExp(String.raw`\s*(?:${roots})\s*[.[]`, 'iy')
const wordEnd = /[\w)]/
const blank = /\s/
/** Matches the start of a code block. JSON would have a quotation mark here. */
const blockAt = /\s*[A-Za-z_.]/y
/** Maximum length of a wrong text that an error repeats. */
const maxQuoted = 80

interface Parsed {
  parts: (string | Placeholder)[]
  /** Misspelled placeholders. */
  wrong: string[]
}

interface Opened {
  braces: 1 | 2
  /** The index of the opening brace among the parts. */
  at: number
  /** Number of escaped names before the brace. */
  escaped: number
  isBlock: boolean
}

/**
 * Parses a template. A name in single braces is a placeholder. Double braces around a name, or around text that
 * contains a name, become single braces: `query{{me{{id}}}}` is the text `query{me{id}}`. Three braces are a
 * brace and a placeholder, four are two braces, and so on. All other braces are literal.
 */
export function parseTemplate(template: string): Parsed {
  const parts: Parsed['parts'] = []
  const wrong: string[] = []
  const open: Opened[] = []
  let escaped = 0
  let at = 0

  const literal = (braces: string) => void parts.push(braces)
  /** Opens braces that no name follows. They open in pairs, because a pair may be closed later. */
  const opening = (count: number, next: number) => {
    const isBlock = matchAt(blockAt, template, next) !== undefined
    for (let left = count; left > 0; left -= 2) {
      const braces = left > 1 ? 2 : 1
      open.push({ braces, at: parts.length, escaped, isBlock })
      literal('{'.repeat(braces))
    }
  }
  const closing = (count: number) => {
    for (let left = count; left > 0;) {
      const last = open.at(-1)
      const closes = last !== undefined && last.braces <= left
      if (closes) open.pop()
      const isEscape = closes && last.braces === 2 && escaped > last.escaped
      if (isEscape) parts[last.at] = '{'
      literal(isEscape ? '}' : '}'.repeat(closes ? last.braces : 1))
      left -= closes ? last.braces : 1
    }
  }

  while (at < template.length) {
    const next = nextBrace(template, at)
    if (next > at) parts.push(template.slice(at, next))
    if (next === template.length) break
    const count = runOf(template, next)
    at = next + count
    if (template[next] === '}') {
      closing(count)
      continue
    }
    const name = matchAt(pathAt, template, at)
    if (name === undefined) {
      const isWrong = matchAt(beginning, template, at)
      // Spaces after double braces belong to another template language: `{{ user.name }}`.
      if (isWrong && (count === 1 || !/^\s/.test(isWrong))) wrong.push(wrongAt(template, at))
      opening(count, at)
      continue
    }
    if (ofVariables.test(name) && variableNamed(name) === undefined) wrong.push(`{${name}}`)
    const around = Math.min(count, runOf(template, at + name.length))
    opening(count - around, at)
    const braces = Math.floor(around / 2)
    if (braces > 0) literal('{'.repeat(braces))
    if (around % 2 === 0) {
      escaped++
      literal(name)
    } else {
      const isCode =
        around === 1 &&
        !name.includes('.') &&
        open.at(-1)?.isBlock === true &&
        followsWord(template, next)
      parts.push({ names: namesOf(name), written: `{${name}}`, isCode })
    }
    if (braces > 0) literal('}'.repeat(braces))
    at += name.length + around
  }
  return { parts, wrong }
}

/** Yields every placeholder in the texts of a value, at any depth. */
export function* placeholdersIn(value: unknown): Generator<Placeholder> {
  if (typeof value === 'string') {
    if (!value.includes('{')) return
    for (const part of parseTemplate(value).parts) if (typeof part !== 'string') yield part
  } else if (Array.isArray(value) || isJsonObject(value)) {
    for (const inner of Object.values(value)) yield* placeholdersIn(inner)
  }
}

/**
 * Returns errors for placeholders that would be sent literally: misspelled placeholders, and placeholders in
 * field names.
 * @param field path of the value in the request body
 */
export function templateErrors(value: unknown, field: string): FieldError[] {
  if (typeof value === 'string') {
    if (!value.includes('{')) return []
    const { parts, wrong } = parseTemplate(value)
    return [
      ...wrong.map((one) => ({ field, rule: 'template', text: says(one) })),
      ...parts.flatMap((one) => (typeof one === 'string' ? [] : unknownField(one, field))),
    ]
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${field}.${name}`
    return [...inName(name, at), ...templateErrors(inner, at)]
  })
}

/** Like `templateErrors`, for the request of an endpoint. */
export const requestErrors = ({ path, requestSchema }: Request): FieldError[] => [
  ...templateErrors(path, 'path'),
  ...templateErrors(requestSchema, 'requestSchema'),
]

interface Request {
  path?: string
  requestSchema?: RequestSchema
}

function inName(name: string, field: string): FieldError[] {
  const at = name.search(new RegExp(`\\{${beginning.source}`, 'i'))
  if (at < 0) return []
  const sentence = text(
    'The name of a field is sent as it is written: {text} would not be filled. Put it into a value.',
    { text: wrongAt(name, at + 1) }
  )
  return [{ field, rule: 'template', text: sentence }]
}

/** The fields of a file, a person and a run. The fields of other roots are only known when a call is made. */
const fieldsOf: Record<string, readonly string[]> = {
  file: [...fileSources, 'metadata'],
  user: userSources,
  system: systemSources,
}

function unknownField(
  { names: [root = '', name], written }: Placeholder,
  field: string
): FieldError[] {
  const known = Object.hasOwn(fieldsOf, root) ? fieldsOf[root]! : undefined
  if (!known || name === undefined || known.includes(name)) return []
  const sentence = text('{text} is never filled. Known after "{root}.": {known}.', {
    text: written,
    root,
    known: known.join(', '),
  })
  return [{ field, rule: 'template', text: sentence }]
}

const says = (written: string): Text =>
  text('{text} is not a valid placeholder. Write {right}, or {literal} for the text itself.', {
    text: written,
    right: rightSpelling(written),
    literal: rightSpelling(written).replace(/^\{(.*)\}$/s, '{{$1}}'),
  })

/** Returns the placeholder that was probably intended. */
function rightSpelling(written: string): string {
  const inner = written.replace(/^\{\s*|\s*\}?$/g, '')
  const [root = ''] = /^\w+/.exec(inner) ?? []
  const names = inner.slice(root.length).split(/[.[\]]/)
  const known = names.map((name) => name.trim().replace(/^["']|["']$/g, '')).filter(Boolean)
  const start = root.toLowerCase()
  if (start === 'variables') {
    const name = known
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9_]/g, '_')
    return `{variables.${variableName.test(name) ? name : 'NAME'}}`
  }
  const parts = known.map((name) =>
    /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
  )
  return `{${start}${parts.length > 0 ? parts.join('') : '.name'}}`
}

function namesOf(path: string): string[] {
  const names: string[] = []
  for (let at = 0; at < path.length; at = part.lastIndex) {
    part.lastIndex = at
    const [, name, index, json] = part.exec(path)!
    names.push(json === undefined ? (name ?? index)! : unquoted(json))
  }
  return names
}

/** Returns the value of a JSON string; for invalid JSON, the text without its quotation marks. */
function unquoted(json: string): string {
  try {
    return JSON.parse(json) as string
  } catch {
    return json.slice(1, -1)
  }
}

function matchAt(pattern: RegExp, template: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(template)?.[0]
}

function nextBrace(template: string, from: number): number {
  brace.lastIndex = from
  return brace.exec(template)?.index ?? template.length
}

/** Returns whether a word or a closing parenthesis precedes a position, ignoring spaces. */
function followsWord(template: string, at: number): boolean {
  let last = at - 1
  while (blank.test(template.charAt(last))) last--
  return wordEnd.test(template.charAt(last))
}

function runOf(template: string, from: number): number {
  let end = from
  while (template[end] === template[from]) end++
  return end - from
}

/** Returns the text from a brace to its closing brace, or the start of that text if it is long. */
function wrongAt(template: string, behindBrace: number): string {
  const said = template.slice(behindBrace, behindBrace + maxQuoted)
  const [inner = ''] = /^[^{}\n]*\}?/.exec(said) ?? []
  return `{${inner}`
}
