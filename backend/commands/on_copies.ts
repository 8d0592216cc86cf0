import { readFile } from 'node:fs/promises'
import type { BaseCommand } from '@adonisjs/core/ace'
import { BackupRefused, type Installation, type OnProgress } from '@crossdock/kernel/backup'
import { FolderInUse } from '@crossdock/kernel/boot'
import { databaseFault } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import { pluginsFolder } from '../outside/index.js'

/** It is done, and some content was damaged before. */
export const withGaps = 2

/** Work on the files of an installation, without the application. What is refused is told as a sentence. */
export async function copiesData(command: BaseCommand, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const told = [BackupRefused, FolderInUse, Problem].some((kind) => error instanceof kind)
    // What the system or a database says (no room, no right, nothing there, no answer) is the operator's to mend.
    const isTheirs = typeof code === 'string' || databaseFault(error) !== undefined
    if (!told && !isTheirs) throw error
    process.stderr.write(`${told ? message : sentenceOf(error as Error)}\n`)
    command.exitCode = 1
  }
}

function sentenceOf(error: Error): string {
  if (databaseFault(error) !== 'away') return `It could not be done: ${error.message}`
  return `The database does not answer, or has ended the connection (${error.message}). Run the same command again when it is back.`
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

/** Says on a terminal how far it is, and nothing elsewhere. */
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
