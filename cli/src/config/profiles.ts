import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError, ExitCode, UsageError } from '../errors.js'

/** What signing in leaves behind: where, as whom, and the token that says so. */
export interface Profile {
  server: string
  email: string
  /** Subdomain of the organization; null for the super administrator. */
  organization: string | null
  /** Tenant a super administrator works in unless told otherwise. */
  tenant?: string | null
  /** Environment of the tenant to work in unless told otherwise. */
  environment?: string | null
  token: string
  /** Id of the token when `login` made it, so that `logout` can revoke it. */
  tokenId: string | null
}

/** A sign-in that waits for the code of its mail, which works with these cookies only. */
export interface PendingSignIn {
  server: string
  cookies: string
}

/** Profiles, or what else is kept for each of them, as files readable by their owner only. */
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

  /** Writes beside and renames, so that a profile is never half there nor readable by others. */
  async write(name: string, profile: T): Promise<string> {
    const path = this.pathOf(name)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}`
    await writeFile(temporary, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(temporary, path)
    return path
  }

  /** Removes what nobody has written for so long. */
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
