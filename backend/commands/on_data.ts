import type { BaseCommand } from '@adonisjs/core/ace'
import { claimDataDir, FolderInUse } from '@crossdock/kernel/boot'
import { Problem } from '@crossdock/kernel/http'
import { settings } from '@crossdock/kernel/settings'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import { explainStartError } from '../start/explain.js'

/** Work on the data of an installation by whoever runs it. What is refused is told as a sentence. */
export async function workOnData(
  command: BaseCommand,
  name: string,
  work: () => Promise<string>
): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = settings.use()
  try {
    if (!DATABASE_URL) claimDataDir(DATA_DIR)
    await command.app.boot()
    await command.app.start(() => undefined)
    const actor = { type: 'system', id: null, userId: null, label: `node ace ${name}` } as const
    process.stdout.write(`${await runInContext(newContext({ actor }), work)}\n`)
  } catch (error) {
    process.stderr.write(`${refusalOf(error)}\n`)
    command.exitCode = 1
  }
}

/** Why a command does not do its work, in a sentence. @throws what nobody expected: its stack is wanted */
export function refusalOf(error: unknown): string {
  if (error instanceof FolderInUse || error instanceof Problem) return error.message
  const told = explainStartError(error, process.env)
  if (told === undefined) throw error
  return told
}
