import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  bootApp,
  type Caller,
  type Reply,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { syncEndpoints, type FileEndpoint } from '@crossdock/sync/contracts'
import { systemAccess } from '@crossdock/integrations/contracts'
import type { SftpSystem } from '../config.js'
import { openSftp } from '../endpoint.js'
import { fingerprint, newKey, SshServer, type Key } from './ssh_server.js'

export interface Tested {
  success: boolean
  reachable: boolean
  trusted: boolean | null
  authenticated: boolean | null
  message: string
  advice: string | null
  found: { part: string; value: string } | null
  errors?: { field: string; message: string }[]
}

interface Shown {
  id: string
  config: Record<string, unknown>
  authConfig: Record<string, unknown>
}

/** An application that may reach loopback, an SSH server there, and a key that the server accepts. */
export class SftpLab {
  readonly #open = new Set<FileEndpoint>()

  private constructor(
    readonly app: TestApp,
    readonly acme: TestTenant,
    readonly server: SshServer,
    readonly hostKey: Key,
    readonly key: Key
  ) {}

  static async start(refuses?: string): Promise<SftpLab> {
    const key = await newKey()
    const hostKey = await newKey()
    const server = await SshServer.start({ key, hostKey, ...(refuses ? { refuses } : {}) })
    const app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    return new SftpLab(app, await app.tenant('acme'), server, hostKey, key)
  }

  async stop(): Promise<void> {
    await this.closeAll()
    await this.app.stop()
    await this.server.stop()
  }

  async closeAll(): Promise<void> {
    for (const files of this.#open) await files.close()
    this.#open.clear()
  }

  /** The request body of a system on the server, with key authentication. */
  body(part: { config?: object } = {}): object {
    const { config, ...others } = part
    const { port, username } = this.server
    return {
      name: 'Quay files',
      systemType: 'sftp',
      authType: 'ssh_key',
      capabilities: ['send'],
      authConfig: { username, privateKey: this.key.privateKey },
      ...others,
      config: { host: '127.0.0.1', port, hostKey: fingerprint(this.hostKey), ...config },
    }
  }

  async connect(part: { config?: object } = {}, as: Caller = this.acme.admin): Promise<Shown> {
    return this.app.ok('POST', '/api/integrations/systems', { as, body: this.body(part) })
  }

  /** Tests an unsaved connection. */
  test(part: object = {}): Promise<Reply<Tested>> {
    const body = this.body(part)
    return this.app.call('POST', '/api/integrations/systems/test', { as: this.acme.admin, body })
  }

  /** Opens the files of a system as a sync pass does. */
  async open(
    part: { config?: object } = {},
    signal?: AbortSignal,
    most?: number
  ): Promise<FileEndpoint> {
    const { id } = await this.connect(part)
    return this.app.inside(() =>
      inTenant(this.acme.id, async () => {
        const system = await systemAccess.use().open(id)
        const files = most
          ? await openSftp(system as SftpSystem, signal, most)
          : await syncEndpoints.get('sftp')!.open(system, signal)
        this.#open.add(files)
        return files
      })
    )
  }
}

export const bytes = (content: Readable | string | Buffer): Readable =>
  typeof content === 'string' || Buffer.isBuffer(content)
    ? Readable.from([Buffer.from(content)], { objectMode: false })
    : content

/** Reads the present version of a file as text. */
export async function textOf(files: FileEndpoint, path: string): Promise<string> {
  const { version } = (await files.stat(path))!
  return String(await buffer(await files.read(path, version)))
}

/** The error that a promise rejects with. */
export async function refusal(work: Promise<unknown>): Promise<{ code?: string; message: string }> {
  return work.then(
    () => {
      throw new Error('It was not refused.')
    },
    (error: { code?: string; message: string }) => error
  )
}
