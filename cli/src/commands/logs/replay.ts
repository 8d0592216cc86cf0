import type { IntegrationLog } from '@crossdock/client'
import { ExitCode, SilentExit } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { outputExport, type SaveOptions } from '../../output/export.js'
import { findLog } from './find.js'

/** Makes a call again; exits with 1 when it fails. */
export async function replayLog(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const { id } = await findLog(api, typed)
  const log = await api.post<IntegrationLog>(`/api/integrations/logs/${id}/replay`, undefined)
  if (factory.flags.json) factory.printJson(log)
  else {
    const ending = log.errorMessage ?? `status ${log.statusCode ?? 'unknown'}`
    factory.say(`Called again as ${log.id}: ${log.status}, ${ending}`)
  }
  if (log.status !== 'success') throw new SilentExit(ExitCode.failure)
}

/** Prints a long body of a call as the server stores it, with its secrets masked. */
export async function printBody(
  factory: Factory,
  typed: string,
  part: string,
  options: SaveOptions
): Promise<void> {
  const { id } = await findLog(await factory.api(), typed)
  await outputExport(factory, `/api/integrations/logs/${id}/bodies/${part}`, {}, options)
  if (options.output) factory.say(`Saved the ${part} to ${options.output}.`)
}
