import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError, ExitCode, UsageError } from '../errors.js'

/** The stored result of a sign-in: server, account and token. */
export interface Profile {
  server: string
  email: string
  /** Subdomain of the organization; null for the super administrator. */
  organization: string | null
  /** The super administrator's default tenant. */
  tenant?: string | null
  /** The default environment of the tenant. */
  environment?: string | null
  token: string
  /** Id of the token when `login` created it, so that `logout` can revoke it. */
  tokenId: string | null
}

/** A sign-in that waits for the mailed code, which works only with these cookies. */
export interface PendingSignIn {
  server: string
  cookies: string
}

/** Stores profiles, or other data per profile, as files readable only by their owner. */
export class ProfileStore<T = Profile> {
  readonly #folder: string

  constructor(env: NodeJS.ProcessEnv, folder: 'profiles' | 'sign-ins' | 'uploads' = 'profiles') {
    this.#folder = join(configHome(env), 'crossdock', folder)
  }

  pathOf(name: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
      throw new UsageError(
        `"${name}" cannot be a profile's name.`,
        'Use letters, digits, dots, hyphens and underscores in --profile or CROSSDOCK_PROFILE.'
      )
    }
    return join(this.#folder, `${name}.json`)
  }

  async names(): Promise<string[]> {
    const files = await readdir(this.#folder).catch(() => [])
    return files.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  }

  async read(name: string): Promise<T | undefined> {
    const path = this.pathOf(name)
    try {
      return JSON.parse(await readFile(path, 'utf8')) as T
    } catch (error) {
      if (isMissing(error)) return undefined
      throw new CliError(
        ExitCode.failure,
        `The profile ${path} cannot be read: ${String(error)}.`,
        {
          hint: 'Delete the file and sign in again with "crossdock login".',
          cause: error,
        }
      )
    }
  }

  /** Writes a temporary file and renames it, so that a profile is never incomplete or readable by other users. */
  async write(name: string, profile: T): Promise<string> {
    const path = this.pathOf(name)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}`
    await writeFile(temporary, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(temporary, path)
    return path
  }

  /** Deletes entries that were not written for this long. */
  async forget(olderThanMs: number): Promise<void> {
    for (const name of await this.names()) {
      const path = this.pathOf(name)
      const found = await stat(path).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(path, { force: true })
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true })
  }
}

function configHome(env: NodeJS.ProcessEnv): string {
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME
  if (process.platform === 'win32' && env.APPDATA) return env.APPDATA
  return join(env.HOME || homedir(), '.config')
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
