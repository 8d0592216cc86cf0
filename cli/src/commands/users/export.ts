import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unreachableError } from '../../api/unreachable.js'
import { exists } from '../../local_file.js'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { USERS } from './find.js'

export interface ExportUsersOptions {
  output: string
  force?: boolean
  status?: string
  role?: string
  search?: string
}

/** Writes people as CSV to a file, or to standard output. */
export async function exportUsers(factory: Factory, options: ExportUsersOptions): Promise<void> {
  const { output, force, status, role, search } = options
  const isFile = output !== '-'
  if (isFile && !force && (await exists(factory.path(output)))) {
    throw new CliError(ExitCode.refused, `"${output}" already exists.`, {
      hint: 'Replace it with --force, or write elsewhere with --output <file>.',
    })
  }
  const api = await factory.api()
  const response = await api.send('GET', `${USERS}/export`, { query: { status, role, search } })
  if (!response.body) throw unreachableError(api.server, new Error('The answer has no body.'))
  const rows = Readable.fromWeb(response.body as never)
  if (isFile) await pipeline(rows, createWriteStream(factory.path(output)))
  else for await (const piece of rows) factory.streams.stdout.write(piece as Buffer)
  if (response.headers.get('x-complete') === 'false') {
    throw new CliError(ExitCode.failure, 'There are more users than an export can contain.', {
      hint: 'Narrow it with --role, --status or --search.',
    })
  }
  if (isFile) factory.note(`Wrote ${output}.`)
}
