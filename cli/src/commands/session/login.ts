import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Session } from '@crossdock/client'
import { ApiClient } from '../../api/client.js'
import { BrowserSession, type Proof } from '../../api/browser_session.js'
import { ProfileStore, type PendingSignIn, type Profile } from '../../config/profiles.js'
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

/** Signs in, stores the result as the profile, and prints who is signed in. */
export async function login(factory: Factory, options: LoginOptions): Promise<void> {
  const profiles = await factory.profiles()
  const previous = await profiles.read(factory.profileName)
  const server = await askServer(factory, previous)

  const { token, tokenId } =
    options.token === undefined
      ? await newToken(factory, server, options, previous)
      : { token: await readyToken(factory, options.token), tokenId: null }

  const made = { server, token, tokenId }
  const session = await chooseTenant(factory, made).catch(async (error: unknown) => {
    await revoke(factory, made)
    throw error
  })
  const { user, tenant } = session
  const path = await profiles.write(factory.profileName, {
    ...made,
    email: user.email,
    organization: user.isSuperAdmin ? null : (tenant?.subdomain ?? null),
    tenant: user.isSuperAdmin ? (tenant?.subdomain ?? null) : null,
  })
  if (previous && previous.token !== token) await revoke(factory, previous)

  if (factory.flags.json) return factory.printJson(session)
  const where = tenant ? `${tenant.name} on ${server}` : server
  const role = user.isSuperAdmin ? ', super administrator' : ''
  factory.say(`Signed in to ${where} as ${user.email}${role}.`)
  factory.note(`The token is stored in ${path}.`)
  if (factory.env.CROSSDOCK_TOKEN) {
    factory.note('CROSSDOCK_TOKEN is set and overrides the stored token.')
  }
}

/** Returns the session of the token. Asks a super administrator for the tenant to work in. */
async function chooseTenant(
  factory: Factory,
  { server, token }: Pick<Profile, 'server' | 'token'>
): Promise<Session> {
  const me = (tenant?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(tenant && { 'x-tenant': tenant }) }
    return new ApiClient({ server, headers }).get<Session>('/api/auth/me')
  }
  const session = await me(factory.flags.tenant)
  if (!session.user.isSuperAdmin || factory.flags.tenant) return session
  const tenant = await factory.prompter.valueOrAsk(undefined, {
    message: 'Tenant to work in (id or subdomain, leave empty for none)',
    flag: '--tenant',
    optional: true,
  })
  return tenant ? me(tenant) : session
}

async function askServer(factory: Factory, previous: Profile | undefined): Promise<string> {
  const answer = await factory.prompter.valueOrAsk(namedServer(factory.flags, factory.env), {
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
  throw new UsageError('--token is empty.', 'Give an API token, which starts with cdk_.')
}

/** Signs in as a browser does, creates an API token, and ends the browser session. */
async function newToken(
  factory: Factory,
  server: string,
  options: LoginOptions,
  previous: Profile | undefined
): Promise<{ token: string; tokenId: string }> {
  const { prompter } = factory
  const email = await prompter.valueOrAsk(options.email, {
    message: 'E-mail address',
    flag: '--email',
    default: previous?.email,
    validate: (value) => /^[^\s@]+@[^\s@]+$/.test(value) || 'Enter an e-mail address.',
  })
  const organization = await prompter.valueOrAsk(options.organization, {
    message: 'Organization (leave empty for admin access)',
    flag: '--organization',
    optional: true,
  })

  const session = await open(factory, server, { email, organization, code: options.code })
  try {
    const { token, id } = await session.createToken(`crossdock on ${hostname()}`)
    return { token, tokenId: id }
  } finally {
    await session
      .end()
      .catch(() => factory.note('The sign-in session could not be ended; it will expire.'))
  }
}

interface Who {
  email: string
  organization: string
  code: string | undefined
}

/**
 * A code works only with the cookies of the request that mailed it, so they are stored until the sign-in
 * completes.
 */
async function open(factory: Factory, server: string, who: Who): Promise<BrowserSession> {
  const { email, organization, code } = who
  const pending = new ProfileStore<PendingSignIn>(factory.env, 'sign-ins')
  if (code !== undefined) {
    const proof = parseProof(code, email, organization)
    const asked = await pending.read(factory.profileName)
    const session = new BrowserSession(server, asked?.server === server ? asked.cookies : '')
    await enter(factory, session, proof)
    await pending.remove(factory.profileName)
    return session
  }

  const session = new BrowserSession(server)
  const { hasCode, message } = await session.requestMail(email, organization)
  if (!factory.prompter.interactive) {
    await pending.write(factory.profileName, { server, cookies: session.cookies })
    throw new UsageError(
      `--code is missing, and there is no terminal to ask for it. ${hasCode ? `A code was mailed to ${email}.` : message}`,
      `Run the same command again with --code ${hasCode ? '<code>' : '"<link>"'}.`
    )
  }
  factory.note(
    hasCode ? `A sign-in code was mailed to ${email}, if the server knows that address.` : message
  )

  for (let tries = 1; ; tries += 1) {
    const proof = await askProof(factory, email, organization)
    try {
      await enter(factory, session, proof)
      return session
    } catch (error) {
      const isWrong = error instanceof CliError && error.exitCode === ExitCode.notSignedIn
      if (!isWrong || tries === TRIES_AT_THE_PROMPT) throw error
      factory.note(error.message)
    }
  }
}

/** Signs in. Asks for the organization when the code is valid for several. */
async function enter(factory: Factory, session: BrowserSession, proof: Proof): Promise<void> {
  const organizations = await session.open(proof)
  if (!organizations || 'linkToken' in proof) return
  const known = organizations.map(({ subdomain }) => subdomain)
  const names = organizations.map(({ name, subdomain }) => `${subdomain} (${name})`).join(', ')
  if (!factory.prompter.interactive) {
    throw new UsageError(
      `${proof.email} belongs to several organizations: ${names}.`,
      'Run the same command again with --organization <one of them>; the code is still valid.'
    )
  }
  factory.note(`You belong to ${names}.`)
  const organization = await factory.prompter.valueOrAsk(undefined, {
    message: 'Organization',
    flag: '--organization',
    validate: (value) => known.includes(value) || `Enter one of ${known.join(', ')}.`,
  })
  await session.open({ ...proof, organization })
}

async function askProof(factory: Factory, email: string, organization: string): Promise<Proof> {
  const answer = await factory.prompter.valueOrAsk(undefined, {
    message: '6-digit code, or the link from the mail',
    flag: '--code',
    validate: (value) => proofProblem(value) ?? true,
  })
  return parseProof(answer, email, organization)
}
