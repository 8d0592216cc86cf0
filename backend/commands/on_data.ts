import type { BaseCommand } from '@adonisjs/core/ace'
import { claimDataDir, FolderInUse } from '@crossdock/kernel/boot'
import { Problem } from '@crossdock/kernel/ground'
import { settings } from '@crossdock/kernel/settings'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import { explainStartError } from '../start/explain.js'

/** Runs work of an operator on the data of an installation. Prints a refusal as a sentence. */
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

/** Why a command refuses to run, as a sentence. @throws unexpected errors, whose stack is useful */
export function refusalOf(error: unknown): string {
  if (error instanceof FolderInUse || error instanceof Problem) return error.message
  const explained = explainStartError(error, process.env)
  if (explained === undefined) throw error
  return explained
}
