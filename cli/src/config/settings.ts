import { CliError, ExitCode, UsageError } from '../errors.js'
import type { Profile } from './profiles.js'
import { serverUrl } from './server_url.js'

/** The flags that every command takes. */
export interface GlobalFlags {
  json?: boolean
  profile?: string
  server?: string
  tenant?: string
  environment?: string
  color?: boolean
  /** Whether lists have column titles. Undefined means only at a terminal. */
  headers?: boolean
  /** The `--query` expression for the JSON output. */
  query?: string
}

export function profileName(flags: GlobalFlags, env: NodeJS.ProcessEnv): string {
  return flags.profile || env.CROSSDOCK_PROFILE || 'default'
}

/** The server named by a flag or variable. Takes precedence over the profile. */
export function namedServer(flags: GlobalFlags, env: NodeJS.ProcessEnv): string | undefined {
  const named = flags.server || env.CROSSDOCK_SERVER
  return named ? serverUrl(named) : undefined
}

export interface Credentials {
  server: string
  headers: Record<string, string>
}

/** Chooses the server and the token: flags first, then variables, then the profile. */
export function credentials(
  flags: GlobalFlags,
  env: NodeJS.ProcessEnv,
  profile: Profile | undefined
): Credentials {
  const server = namedServer(flags, env) ?? profile?.server
  if (!server) {
    throw env.CROSSDOCK_TOKEN
      ? new UsageError(
          'CROSSDOCK_TOKEN is set, but no server is named.',
          'Add --server or CROSSDOCK_SERVER.'
        )
      : notSignedIn(flags, env)
  }

  const headers: Record<string, string> = {
    authorization: `Bearer ${tokenFor(server, flags, env, profile)}`,
  }
  // A profile's tenant belongs to the profile's token only.
  const usual = env.CROSSDOCK_TOKEN ? undefined : profile?.tenant
  const tenant = flags.tenant || env.CROSSDOCK_TENANT || usual
  if (tenant) headers['x-tenant'] = tenant
  // Another tenant may not have an environment of that name.
  const isUsualTenant = tenant === (usual ?? undefined) && !env.CROSSDOCK_TOKEN
  const usualEnvironment = isUsualTenant ? profile?.environment : undefined
  const environment = flags.environment || env.CROSSDOCK_ENVIRONMENT || usualEnvironment
  if (environment) headers['x-environment'] = environment
  return { server, headers }
}

function tokenFor(
  server: string,
  flags: GlobalFlags,
  env: NodeJS.ProcessEnv,
  profile: Profile | undefined
): string {
  if (env.CROSSDOCK_TOKEN) return env.CROSSDOCK_TOKEN
  if (!profile) throw notSignedIn(flags, env)
  // A token is valid for one server: never send it to another one.
  if (profile.server !== server) {
    throw new CliError(
      ExitCode.notSignedIn,
      `Not signed in to ${server}: the profile "${profileName(flags, env)}" belongs to ${profile.server}.`,
      {
        hint: `Sign in there under another name: crossdock login --profile <name> --server ${server}`,
      }
    )
  }
  return profile.token
}

function notSignedIn(flags: GlobalFlags, env: NodeJS.ProcessEnv): CliError {
  return new CliError(
    ExitCode.notSignedIn,
    `Not signed in: there is no profile "${profileName(flags, env)}".`,
    { hint: 'Sign in with "crossdock login", or set CROSSDOCK_SERVER and CROSSDOCK_TOKEN.' }
  )
}
