import { createHash } from 'node:crypto'
import { egress } from '@crossdock/kernel/egress'
import { EndpointError } from '@crossdock/sync/contracts'
import { Client, type ConnectConfig, type SFTPWrapper } from 'ssh2'
import type { SftpSystem, SshCredentials } from './config.js'

const defaultPort = 22
const connectMs = 20_000
const keepaliveMs = 15_000
/** Consecutive keepalives that may go unanswered. */
const keepaliveMisses = 3

/** The server's host key is not the accepted one, so no credentials were sent. */
export class HostKeyRefused extends EndpointError {
  constructor(
    readonly fingerprint: string,
    message: string
  ) {
    super('refused', message)
  }
}

/** The server rejects the credentials, or they cannot be used. */
export class CredentialsRefused extends EndpointError {
  constructor(message: string) {
    super('refused', message)
  }
}

/** An authenticated connection to an SFTP server. */
export interface Session {
  sftp: SFTPWrapper
  /** Aborts when the connection is lost or closed. */
  ended: AbortSignal
  end(): void
}

/**
 * Connects, checks the pinned host key, and only then authenticates.
 * @throws EndpointError; EgressError when the host is unreachable or not allowed
 */
export async function openSession(system: SftpSystem, signal?: AbortSignal): Promise<Session> {
  const { host, port = defaultPort, hostKey } = system.config
  const settings = { ...credentialsOf(system), ...keepalive }
  const sock = await egress.use().connect({
    host,
    port,
    systemId: system.id,
    timeoutMs: connectMs,
    ...(signal ? { signal } : {}),
  })
  const client = new Client()
  const ended = new AbortController()
  const end = () => {
    client.end()
    sock.destroy()
  }
  signal?.addEventListener('abort', end, { once: true })
  client.once('close', () => {
    signal?.removeEventListener('abort', end)
    ended.abort()
  })
  answerPrompts(client, settings.password)
  let shown = ''
  const hostVerifier = (key: Buffer) => {
    shown = fingerprintOf(key)
    return shown === hostKey
  }
  try {
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.on('error', reject)
      client.once('close', () => reject(new Error('The connection was closed.')))
      client.once('ready', () =>
        client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
      )
      client.connect({ ...settings, sock, hostVerifier })
    })
    // On a protocol error, requests in flight fail. End the session.
    sftp.on('error', end)
    return { sftp, ended: ended.signal, end }
  } catch (error) {
    end()
    signal?.throwIfAborted()
    if (shown !== '' && shown !== hostKey) throw otherKey(system, shown)
    throw refusalOf(system, error as Refused)
  }
}

/** SHA-256 fingerprint of the key, in the format of `ssh`. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const keepalive = {
  readyTimeout: connectMs,
  keepaliveInterval: keepaliveMs,
  keepaliveCountMax: keepaliveMisses,
} satisfies ConnectConfig

/** @throws CredentialsRefused when parts are missing */
function credentialsOf({ name, authType, auth }: SftpSystem): ConnectConfig {
  const { username, password, privateKey, passphrase } = auth as Partial<SshCredentials>
  if (!username) throw new CredentialsRefused(`${name} has no user name. Enter it.`)
  if (authType === 'ssh_key') {
    if (!privateKey) throw new CredentialsRefused(`${name} has no private key. Enter it.`)
    return { username, privateKey: inLines(privateKey), ...(passphrase ? { passphrase } : {}) }
  }
  if (!password) throw new CredentialsRefused(`${name} has no password. Enter it.`)
  return { username, password, tryKeyboard: true }
}

/** Some servers have no plain password authentication and send a prompt instead. */
function answerPrompts(client: Client, password: string | undefined): void {
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(({ echo }) => (echo ? '' : (password ?? ''))))
  )
}

function otherKey({ name, config: { hostKey } }: SftpSystem, shown: string): HostKeyRefused {
  const sentence = hostKey
    ? `${name} shows the host key ${shown}, and ${hostKey} is the one that was accepted. Either the server has a new key, or another computer answers in its place. Nothing was sent. Ask its operator; if the new key is right, enter it as the host key.`
    : `${name} shows the host key ${shown}, which was not accepted yet. No credentials were sent. Compare the key with what the operator of the server says, and enter it as the host key.`
  return new HostKeyRefused(shown, sentence)
}

interface Refused extends Error {
  level?: string
}

function refusalOf({ name, auth }: SftpSystem, error: Refused): EndpointError {
  const { username } = auth as Partial<SshCredentials>
  if (error.level === 'client-authentication') {
    return new CredentialsRefused(
      `${name} does not accept the credentials of ${username}. Enter them again, or choose the other kind of authentication.`
    )
  }
  if (/private ?key|passphrase|decrypt|key format|integrity check/i.test(error.message)) {
    return new CredentialsRefused(
      `The private key of ${name} cannot be read: ${/passphrase|decrypt|integrity/i.test(error.message) ? 'the passphrase is missing or wrong' : 'it is not a key in the format of OpenSSH or PEM'}. Enter it again.`
    )
  }
  if (/subsystem|open failure|unable to exec/i.test(error.message)) {
    return new EndpointError('refused', `${name} accepts ${username}, but does not offer SFTP.`)
  }
  const said = error.message.replace(/\.$/, '').slice(0, 200)
  return new EndpointError('unreachable', `${name} did not complete the connection: ${said}.`)
}

const keyParts = /^\s*(-----BEGIN [A-Z ]+-----)([\s\w+/=]+)(-----END [A-Z ]+-----)\s*$/

/** Restores the line breaks of a private key that was pasted into a single-line field. Every parser needs them. */
function inLines(key: string): string {
  const [, begin, body = '', end] = keyParts.exec(key) ?? []
  if (!begin) return key
  const lines = body.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return [begin, ...lines, end, ''].join('\n')
}
