import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { CliError, ExitCode, UsageError } from './errors.js'
import type { Factory } from './factory.js'
import { parseJson } from './json.js'

export interface LocalFile {
  path: string
  name: string
  size: number
}

/**
 * Returns a local file.
 * @param consequence a sentence for the error, which says what did not happen
 * @throws CliError
 */
export async function localFile(
  factory: Factory,
  typed: string,
  consequence: string
): Promise<LocalFile> {
  const path = factory.path(typed)
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT'
    throw new CliError(
      isMissing ? ExitCode.notFound : ExitCode.failure,
      isMissing ? `There is no file "${typed}".` : `"${typed}" cannot be read: ${cause.message}.`,
      { hint: consequence, cause }
    )
  })
  if (!found.isFile()) {
    throw new UsageError(
      `"${typed}" is not a file.`,
      `Name the files, for example with your shell: folder/*. ${consequence}`
    )
  }
  return { path, name: basename(path), size: found.size }
}

/** Reads a file as text, or standard input for "-". */
export async function textOf(factory: Factory, typed: string): Promise<string> {
  if (typed === '-') return text(factory.streams.stdin)
  return readFile((await localFile(factory, typed, 'Nothing was sent.')).path, 'utf8')
}

/**
 * Reads the file of `--input` as one JSON object.
 * @throws CliError, UsageError
 */
export async function jsonOf(factory: Factory, typed: string): Promise<object> {
  const where = typed === '-' ? 'Standard input' : `"${typed}"`
  let value: unknown
  try {
    value = parseJson(await textOf(factory, typed))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError(`${where} is not valid JSON: ${error.message}.`, 'Nothing was sent.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError(
    `${where} is not a JSON object such as {"name": "Quay"}.`,
    'Nothing was sent.'
  )
}

export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}
