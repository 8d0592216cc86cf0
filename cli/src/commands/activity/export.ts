import { open, rename, rm } from 'node:fs/promises'
import type { ApiClient } from '../../api/client.js'
import { unreachable } from '../../api/unreachable.js'
import { exists } from '../../assets/download.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { filterOf, type ActivityOptions } from './filter.js'

export interface ExportOptions extends ActivityOptions {
  output?: string
  force?: boolean
}

/** The last line of an export that ends at its bound has no time, but a sentence. */
const CUT_OFF = /(?:^|\n),,"?([^\n]*?)"?,*\s*$/
const LONGEST_LINE = 4_000

export async function exportActivity(factory: Factory, options: ExportOptions): Promise<void> {
  const { output, force } = options
  if (factory.flags.json) {
    throw new UsageError(
      'An export is CSV.',
      'For JSON use "crossdock activity list --json", or leave --json and --query off.'
    )
  }
  const filter = await filterOf(options, () => factory.api())
  if (output && !force && (await exists(factory.path(output)))) {
    throw new CliError(ExitCode.refused, `"${output}" exists already.`, {
      hint: 'Replace it with --force, or write elsewhere with --output <file>.',
    })
  }
  const parts = partsOf(await factory.api(), filter)
  const end = output ? await save(factory.path(output), output, parts) : await print(factory, parts)
  if (output) factory.say(`Saved what happened to ${output}.`)
  const cutOff = CUT_OFF.exec(end)?.[1]
  if (cutOff) factory.note(cutOff.replaceAll('""', '"'))
}

type Parts = AsyncGenerator<Uint8Array>

async function* partsOf(api: ApiClient, filter: Record<string, string | undefined>): Parts {
  const response = await api.send('GET', '/api/activity/export', {
    query: { filter: JSON.stringify(filter) },
    headers: { accept: '*/*' },
  })
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
      const lines = (line + decoder.decode(part, { stream: true })).split('\r\n')
      line = lines.pop() ?? ''
      for (const whole of lines) factory.say(whole)
    } else if (!stdout.write(part)) await new Promise((drained) => stdout.once('drain', drained))
  }
  return end
}

const endOf = (before: string, part: Uint8Array): string =>
  (before + Buffer.from(part).toString()).slice(-LONGEST_LINE)
