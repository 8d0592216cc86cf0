import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Session } from '@crossdock/client'
import { ApiClient } from '../../api/client.js'
import { BrowserSession, type Proof } from '../../api/browser_session.js'
import type { Profile } from '../../config/profiles.js'
import { parseServerUrl, serverUrl } from '../../config/server_url.js'
import { namedServer } from '../../config/settings.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { parseProof, proofProblem } from './proof.js'
import { revoke } from './revoke.js'

const DEFAULT_SERVER = 'http://localhost:3333'
const TRIES_AT_THE_PROMPT = 3

export interface LoginOptions {
  email?: string
  organization?: string
  code?: string
  token?: string
}

/** Signs in, stores what came of it as the profile, and says who is signed in. */
export async function login(factory: Factory, options: LoginOptions): Promise<void> {
  const profiles = await factory.profiles()
  const previous = await profiles.read(factory.profileName)
  const server = await askServer(factory, previous)

  const { token, tokenId } =
    options.token === undefined
      ? await newToken(factory, server, options, previous)
      : { token: await readyToken(factory, options.token), tokenId: null }

  const client = new ApiClient({ server, headers: { authorization: `Bearer ${token}` } })
  const session = await client.get<Session>('/api/auth/me')
  const path = await profiles.write(factory.profileName, {
    server,
    email: session.user.email,
    organization: session.tenant?.subdomain ?? null,
    token,
    tokenId,
  })
  if (previous && previous.token !== token) await revoke(factory, previous)

  if (factory.flags.json) return factory.printJson(session)
  const { user, tenant } = session
  factory.say(
    tenant
      ? `Signed in to ${tenant.name} on ${server} as ${user.email}.`
      : `Signed in to ${server} as ${user.email}, super administrator.`
  )
  factory.note(`The token is stored in ${path}.`)
  if (factory.env.CROSSDOCK_TOKEN) {
    factory.note('CROSSDOCK_TOKEN is set, and goes before the stored token.')
  }
}

async function askServer(factory: Factory, previous: Profile | undefined): Promise<string> {
  const answer = await factory.prompter.valueOf(namedServer(factory.flags, factory.env), {
    message: 'Server',
    flag: '--server',
    default: previous?.server ?? DEFAULT_SERVER,
    validate: (value) =>
      parseServerUrl(value) !== undefined ||
      'Enter an address such as https://crossdock.example.com.',
  })
  return serverUrl(answer)
}

async function readyToken(factory: Factory, given: string): Promise<string> {
  const token = (given === '-' ? await text(factory.streams.stdin) : given).trim()
  if (token) return token
  throw new UsageError('--token is empty.', 'Give an API token, which begins with cdk_.')
}

/** Signs in as a browser would, has an API token made, and ends that session again. */
async function newToken(
  factory: Factory,
  server: string,
  options: LoginOptions,
  previous: Profile | undefined
): Promise<{ token: string; tokenId: string }> {
  const { prompter } = factory
  const email = await prompter.valueOf(options.email, {
    message: 'E-mail address',
    flag: '--email',
    default: previous?.email,
    validate: (value) => /^[^\s@]+@[^\s@]+$/.test(value) || 'Enter an e-mail address.',
  })
  const organization = await prompter.valueOf(options.organization, {
    message: 'Organization (leave empty for admin access)',
    flag: '--organization',
    optional: true,
  })

  const session =
    options.code === undefined
      ? await openByMail(factory, server, email, organization)
      : await BrowserSession.open(server, parseProof(options.code, email, organization))
  try {
    const { token, id } = await session.createToken(`crossdock on ${hostname()}`)
    return { token, tokenId: id }
  } finally {
    await session
      .end()
      .catch(() => factory.note('The sign-in session could not be ended; it ends by itself.'))
  }
}

async function openByMail(factory: Factory, server: string, email: string, organization: string) {
  await BrowserSession.requestLink(server, email, organization)
  if (!factory.prompter.interactive) {
    throw new UsageError(
      `--code is missing, and there is no terminal to ask for it. A code is on its way to ${email}.`,
      'Run the same command again with --code <code>.'
    )
  }
  factory.note(`A sign-in code was mailed to ${email}, if that address is known here.`)

  for (let tries = 1; ; tries += 1) {
    const proof = await askProof(factory, email, organization)
    try {
      return await BrowserSession.open(server, proof)
    } catch (error) {
      const isWrong = error instanceof CliError && error.exitCode === ExitCode.notSignedIn
      if (!isWrong || tries === TRIES_AT_THE_PROMPT) throw error
      factory.note(error.message)
    }
  }
}

async function askProof(factory: Factory, email: string, organization: string): Promise<Proof> {
  const answer = await factory.prompter.valueOf(undefined, {
    message: '6-digit code, or the link from the mail',
    flag: '--code',
    validate: (value) => proofProblem(value) ?? true,
  })
  return parseProof(answer, email, organization)
}
