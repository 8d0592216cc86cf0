import { open, rename, rm } from 'node:fs/promises'
import type { ApiClient } from '../api/client.js'
import { unreachable } from '../api/unreachable.js'
import { exists } from '../assets/download.js'
import { CliError, ExitCode, UsageError } from '../errors.js'
import type { Factory } from '../factory.js'

export interface SaveOptions {
  output?: string
  force?: boolean
}

const LONGEST_LINE = 4_000

/** The last line of an export that ends at its bound: a sentence in the third column, and no time in the first. */
const CUT_OFF = /(?:^|\n),,"?([^\n]*?)"?,*\s*$/

interface CsvExport {
  /** The path of the export, such as `/api/events/export`. */
  path: string
  filter: () => Promise<object> | object
  /** The command that lists the same rows, for the error about --json. */
  list: string
  /** What was saved, for the message. */
  saved: string
}

/** Prints or saves an export that is always CSV. @throws UsageError with --json; CliError for a file that exists */
export async function takeCsv(
  factory: Factory,
  { path, filter, list, saved }: CsvExport,
  options: SaveOptions
): Promise<void> {
  if (factory.flags.json) {
    throw new UsageError(
      'An export is CSV.',
      `For JSON use "${list} --json", or leave --json and --query off.`
    )
  }
  const query = { filter: JSON.stringify(await filter()) }
  const end = await takeExport(factory, path, query, options)
  if (options.output) factory.say(`Saved ${saved} to ${options.output}.`)
  const cutOff = CUT_OFF.exec(end)?.[1]
  if (cutOff) factory.note(cutOff.replaceAll('""', '"'))
}

/** Prints what the server exports, or saves it. @returns its end @throws CliError for a file that is there already */
export async function takeExport(
  factory: Factory,
  path: string,
  query: Record<string, string>,
  { output, force }: SaveOptions
): Promise<string> {
  if (output && !force && (await exists(factory.path(output)))) {
    throw new CliError(ExitCode.refused, `"${output}" exists already.`, {
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
    throw unreachable(api.server, error)
  }
}

/** Writes beside the file until all has come: half an export would look like a whole one. @returns its end */
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
      for await (const part of from(first, parts)) {
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

async function* from(first: IteratorResult<Uint8Array, unknown>, parts: Parts): Parts {
  if (!first.done) yield first.value
  yield* parts
}

/** Names come from anybody: a terminal gets them as it gets all others. @returns the end */
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
