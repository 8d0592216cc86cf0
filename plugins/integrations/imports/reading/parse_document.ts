import { parse } from 'yaml'
import { Unreadable } from './unreadable.js'
import { isJsonObject, type Json } from './json.js'

const maxDepth = 200
/**
 * Maximum length of a YAML document, because the parser needs some hundred bytes of memory for each byte of the
 * document.
 */
const maxYamlChars = 4 * 1024 * 1024

/**
 * Parses an OpenAPI document in JSON or YAML.
 * @throws Unreadable
 */
export function parseDocument(text: string): Json {
  // .NET writes a byte order mark.
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const isJson = /^\s*[{[]/.test(plain)
  const value = isJson ? readJson(plain) : readYaml(plain)
  if (isDeep(value)) throw new Unreadable('tooDeep', { most: maxDepth })
  if (!isJsonObject(value)) throw new Unreadable('notAnObject')
  return value
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isTooDeep(error)) throw new Unreadable('tooDeep', { most: maxDepth })
    throw new Unreadable('notJson', { why: firstLine(error) })
  }
}

function readYaml(text: string): unknown {
  if (text.length > maxYamlChars) throw new Unreadable('yamlTooLong', { most: 4 })
  try {
    return parse(text, { schema: 'core', merge: true, uniqueKeys: false, logLevel: 'error' })
  } catch (error) {
    if (isTooDeep(error)) throw new Unreadable('tooDeep', { most: maxDepth })
    throw new Unreadable('notYaml', { why: firstLine(error) })
  }
}

const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError || /call stack size/.test((error as Error).message)

const firstLine = (error: unknown): string =>
  ((error as Error).message.split('\n')[0] ?? '').slice(0, 200).replace(/:$/, '')

/** Returns whether objects are nested too deeply. A YAML alias may contain itself. */
function isDeep(value: unknown): boolean {
  let level = new Set([value])
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > maxDepth) return true
    const below = new Set<unknown>()
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const item of Object.values(one)) if (typeof item === 'object') below.add(item)
    }
    level = below
  }
  return false
}
