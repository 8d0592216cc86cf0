import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, chownSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, until } from '@crossdock/backend/testing'

const sshd = '/usr/sbin/sshd'

/** Whether the OpenSSH server is missing. */
export function missingSshd(): boolean {
  try {
    accessSync(sshd, constants.X_OK)
    return false
  } catch {
    return true
  }
}

/** Whether the server has no separate account and no small volume. Only root can create them. */
export const isPlain = () => missingSshd() || process.getuid?.() !== 0

/** An account for this test server only. It is in an accounts file that only this server reads. */
const ada = { name: 'ada', uid: 61_234, password: 'loads of fish' }
/** SHA-512 crypt of the password. */
const crypted =
  '$6$quay4$22lmtVLCBCK06cEnMnqGQZUGkaXekQP/yPQaGqYiOniHUXc/JlIhjIpndzGtdLoU.thrWI8ErIjJ9MwnV07Iw0'

export interface Key {
  privateKey: string
  publicKey: string
}

/** A new pair of keys, made by OpenSSH. */
export async function newKey(passphrase = ''): Promise<Key> {
  const folder = await mkdtemp('/tmp/crossdock-key-')
  const path = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', path])
  const [privateKey, publicKey] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(`${path}.pub`, 'utf8'),
  ])
  await rm(folder, { recursive: true })
  return { privateKey, publicKey }
}

/** The fingerprint of a public key as OpenSSH prints it. */
export function fingerprint({ publicKey }: Key): string {
  const said = execFileSync('ssh-keygen', ['-lf', '-'], { input: publicKey, encoding: 'utf8' })
  return said.split(' ')[1]!
}

/** A real OpenSSH server on loopback, with its own host key and configuration, that serves one folder. */
export class SshServer {
  #child: ChildProcess | undefined

  private constructor(
    readonly port: number,
    /** The account's home folder. */
    readonly home: string,
    readonly username: string,
    readonly password: string | undefined,
    private readonly folder: string,
    /** With `refuses`, SFTP requests that the server does not support, such as `posix-rename`. */
    private readonly refuses: string
  ) {}

  static async start({
    key,
    hostKey,
    refuses = '',
  }: {
    key: Key
    hostKey: Key
    refuses?: string
  }): Promise<SshServer> {
    const folder = await mkdtemp('/tmp/crossdock-sshd-')
    const hasAccount = process.getuid?.() === 0
    const home = join(folder, 'home')
    mkdirSync(home)
    chmodSync(folder, 0o755)
    if (hasAccount) chownSync(home, ada.uid, ada.uid)
    const server = new SshServer(
      await freePort(),
      home,
      hasAccount ? ada.name : userInfo().username,
      hasAccount ? ada.password : undefined,
      folder,
      refuses
    )
    writeFileSync(join(folder, 'authorized'), key.publicKey, { mode: 0o644 })
    await server.listen(hostKey)
    return server
  }

  /** Starts or restarts the server with this host key. */
  async listen(hostKey: Key): Promise<void> {
    const at = (name: string) => join(this.folder, name)
    await rm(at('host_key'), { force: true })
    writeFileSync(at('host_key'), hostKey.privateKey, { mode: 0o600 })
    writeFileSync(
      at('sshd_config'),
      [
        `ListenAddress 127.0.0.1:${this.port}`,
        `HostKey ${at('host_key')}`,
        `AuthorizedKeysFile ${at('authorized')}`,
        'PidFile none',
        'StrictModes no',
        'UsePAM no',
        `PasswordAuthentication ${this.password ? 'yes' : 'no'}`,
        'KbdInteractiveAuthentication no',
        'MaxStartups 100',
        `Subsystem sftp internal-sftp${this.refuses && ` -P ${this.refuses}`}`,
        `ForceCommand internal-sftp -d ${this.home}${this.refuses && ` -P ${this.refuses}`}`,
        '',
      ].join('\n')
    )
    const run = [sshd, '-D', '-e', '-f', at('sshd_config')]
    this.#child = this.password ? this.#startIsolated(run) : spawn(run[0]!, run.slice(1), quiet)
    await this.#listening(this.#child)
  }

  /** Starts a server with its own accounts files and /run, so that nothing on the machine changes. */
  #startIsolated(run: string[]): ChildProcess {
    const at = (name: string) => join(this.folder, name)
    const account = `${ada.name}:x:${ada.uid}:${ada.uid}::${this.home}:/bin/sh\n`
    const others = 'root:x:0:0:root:/root:/bin/sh\nsshd:x:108:65534::/run/sshd:/usr/sbin/nologin\n'
    writeFileSync(at('passwd'), others + account)
    writeFileSync(at('group'), `root:x:0:\nnogroup:x:65534:\n${ada.name}:x:${ada.uid}:\n`)
    writeFileSync(at('shadow'), `root:*:1::::::\n${ada.name}:${crypted}:19000::::::\n`, {
      mode: 0o600,
    })
    const steps = [
      'mount -t tmpfs none /run',
      'mkdir -p /run/sshd',
      ...['passwd', 'group', 'shadow'].map((name) => `mount --bind ${at(name)} /etc/${name}`),
      `mkdir -p ${this.home}/small`,
      `mount -t tmpfs -o size=512k,uid=${ada.uid} none ${this.home}/small`,
      `exec ${run.join(' ')}`,
    ]
    const world = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', steps.join(' && ')]
    return spawn('unshare', world, quiet)
  }

  async #listening(child: ChildProcess): Promise<void> {
    const said: string[] = []
    child.stderr?.on('data', (chunk) => said.push(String(chunk)))
    await until('the SSH server to listen', async () => {
      if (child.exitCode !== null) throw new Error(`sshd ended:\n${said.join('')}`)
      const socket = connect(this.port, '127.0.0.1')
      const answered = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false)
      socket.destroy()
      return answered
    })
  }

  async end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await this.end()
    await rm(this.folder, { recursive: true, force: true })
  }
}

const quiet: SpawnOptions = { stdio: ['ignore', 'ignore', 'pipe'] }
