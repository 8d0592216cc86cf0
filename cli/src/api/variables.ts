import type { EnvironmentVariable } from '@crossdock/client'
import type { ApiClient } from './client.js'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'

/** The path of the environment named by --environment, otherwise of `production`. */
export function variablesPath({ flags, env }: Factory): string {
  const environment = flags.environment || env.CROSSDOCK_ENVIRONMENT || 'production'
  return `/api/environments/${encodeURIComponent(environment)}/variables`
}

/** All variables of an environment by name. An environment has at most 500. */
export async function variablesByName(
  api: ApiClient,
  path: string
): Promise<Map<string, EnvironmentVariable>> {
  const all = await api.all<EnvironmentVariable>(path, { sort: ['name', 'ASC'] })
  return new Map(all.map((variable) => [variable.name, variable]))
}

/** @throws CliError */
export async function findVariable(
  api: ApiClient,
  path: string,
  name: string
): Promise<EnvironmentVariable> {
  const found = (await variablesByName(api, path)).get(name)
  if (found) return found
  throw new CliError(ExitCode.notFound, `There is no variable "${name}" in this environment.`, {
    hint: 'See all of them: crossdock variables list',
  })
}
