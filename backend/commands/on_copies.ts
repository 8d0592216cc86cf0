import { readFile } from 'node:fs/promises'
import type { BaseCommand } from '@adonisjs/core/ace'
import { BackupRefused, type Installation, type OnProgress } from '@crossdock/kernel/backup'
import { FolderInUse } from '@crossdock/kernel/boot'
import { databaseFault } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/ground'
import { pluginHost } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import { pluginsFolder } from '../outside/index.js'

/** Exit code for success with content that was already damaged. */
export const withGaps = 2

/** Runs work on the files of an installation, without the application. Prints a refusal as a sentence. */
export async function runOnCopies(command: BaseCommand, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isRefusal = [BackupRefused, FolderInUse, Problem].some((kind) => error instanceof kind)
    // Errors of the system or a database (no space, no permission, not found, no answer) are for the operator
    // to fix.
    const isTheirs = typeof code === 'string' || databaseFault(error) !== undefined
    if (!isRefusal && !isTheirs) throw error
    process.stderr.write(`${isRefusal ? message : sentenceOf(error as Error)}\n`)
    command.exitCode = 1
  }
}

function sentenceOf(error: Error): string {
  if (databaseFault(error) !== 'away') return `The command failed: ${error.message}`
  return `The database does not answer, or has closed the connection (${error.message}). Run the same command again when it is available.`
}

export async function installationOf({ app }: BaseCommand): Promise<Installation> {
  const { version } = JSON.parse(await readFile(app.makePath('package.json'), 'utf8'))
  return {
    settings: settings.use(),
    plugins: pluginHost.use().plugins,
    pluginsFolder: pluginsFolder(process.env, process.cwd()),
    version,
  }
}

const leastMs = 500

/** Prints progress on a terminal, and nothing elsewhere. */
export function progressOn(stream: NodeJS.WriteStream): OnProgress {
  if (!stream.isTTY) return () => undefined
  let last = -Infinity
  return (done, total) => {
    const isEnd = done === total
    if (performance.now() - last < leastMs && !isEnd) return
    last = performance.now()
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    stream.write(
      `\rContent: ${percent} % of ${Math.ceil(total / 1024 ** 2)} MiB${isEnd ? '\n' : ''}`
    )
  }
}
