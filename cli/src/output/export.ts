import { open, rename, rm } from 'node:fs/promises'
import type { ApiClient } from '../api/client.js'
import { unreachableError } from '../api/unreachable.js'
import { exists } from '../local_file.js'
import { CliError, ExitCode, UsageError } from '../errors.js'
import type { Factory } from '../factory.js'

export interface SaveOptions {
  output?: string
  force?: boolean
}

const LONGEST_LINE = 4_000

/** The last line of an export that reached its limit: a sentence in the third column, and no time in the first. */
const CUT_OFF = /(?:^|\n),,"?([^\n]*?)"?,*\s*$/

interface CsvExport {
  /** The path of the export, such as `/api/events/export`. */
  path: string
  filter: () => Promise<object> | object
  /** The command that lists the same rows, named in the error about --json. */
  list: string
  /** The name of the saved data, for the message. */
  saved: string
}

/**
 * Prints or saves an export that is always CSV.
 * @throws UsageError with --json; CliError when the file exists
 */
export async function outputCsv(
  factory: Factory,
  { path, filter, list, saved }: CsvExport,
  options: SaveOptions
): Promise<void> {
  if (factory.flags.json) {
    throw new UsageError(
      'An export is always CSV.',
      `For JSON use "${list} --json", or leave out --json and --query.`
    )
  }
  const query = { filter: JSON.stringify(await filter()) }
  const end = await outputExport(factory, path, query, options)
  if (options.output) factory.say(`Saved ${saved} to ${options.output}.`)
  const cutOff = CUT_OFF.exec(end)?.[1]
  if (cutOff) factory.note(cutOff.replaceAll('""', '"'))
}

/**
 * Prints or saves the server's export.
 * @returns its last line
 * @throws CliError when the file exists
 */
export async function outputExport(
  factory: Factory,
  path: string,
  query: Record<string, string>,
  { output, force }: SaveOptions
): Promise<string> {
  if (output && !force && (await exists(factory.path(output)))) {
    throw new CliError(ExitCode.refused, `"${output}" already exists.`, {
      hint: 'Replace it with --force, or write elsewhere with --output <file>.',
    })
  }
  const parts = partsOf(await factory.api(), path, query)
  return output ? save(factory.path(output), output, parts) : print(factory, parts)
}

type Parts = AsyncGenerator<Uint8Array>

async function* partsOf(api: ApiClient, path: string, query: Record<string, string>): Parts {
  const response = await api.send('GET', path, { query, headers: { accept: '*/*' } })
  try {
    yield* response.body ?? []
  } catch (error) {
    throw unreachableError(api.server, error)
  }
}

/**
 * Writes a temporary file first, because a partial export would look complete.
 * @returns the last line
 */
async function save(path: string, named: string, parts: Parts): Promise<string> {
  const unfinished = `${path}.part`
  try {
    let end = ''
    const first = await parts.next()
    const file = await open(unfinished, 'w').catch((cause: Error) => {
      throw new CliError(ExitCode.failure, `"${named}" cannot be written: ${cause.message}.`, {
        hint: 'Name another file with --output.',
        cause,
      })
    })
    try {
      for await (const part of withFirst(first, parts)) {
        await file.write(part)
        end = endOf(end, part)
      }
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    return end
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function* withFirst(first: IteratorResult<Uint8Array, unknown>, parts: Parts): Parts {
  if (!first.done) yield first.value
  yield* parts
}

/**
 * Names come from other people, so a terminal gets them with control characters escaped.
 * @returns the last line
 */
async function print(factory: Factory, parts: Parts): Promise<string> {
  const { stdout } = factory.streams
  const decoder = new TextDecoder()
  let end = ''
  let line = ''
  for await (const part of parts) {
    end = endOf(end, part)
    if (stdout.isTTY) {
      const lines = (line + decoder.decode(part, { stream: true })).split(/\r?\n/)
      line = lines.pop() ?? ''
      for (const whole of lines) factory.say(whole)
    } else if (!stdout.write(part)) await new Promise((drained) => stdout.once('drain', drained))
  }
  return end
}

const endOf = (before: string, part: Uint8Array): string =>
  (before + Buffer.from(part).toString()).slice(-LONGEST_LINE)
