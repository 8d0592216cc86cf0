import type { SignInRules } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

export interface SetRulesOptions {
  domain?: string[]
  anyDomain?: boolean
  ssoOnly?: boolean
  sessionHours?: string
  yes?: boolean
}

const path = '/api/tenant/rules'

export async function showRules(factory: Factory): Promise<void> {
  printRules(factory, await (await factory.api()).get<SignInRules>(path))
}

/** Changes the named rules only. Refused after a concurrent change. */
export async function setRules(factory: Factory, options: SetRulesOptions): Promise<void> {
  const given = changesIn(options)
  const { yes = false } = options
  const api = await factory.api()
  const read = await api.send('GET', path)
  const before = (await read.json()) as SignInRules
  await factory.prompter.assertConfirmed(
    yes,
    'Change how everyone signs in, including people who are signed in?'
  )
  const etag = read.headers.get('etag')
  const answer = await api.send('PUT', path, {
    json: { ...before, ...given, confirm: true },
    headers: etag ? { 'if-match': etag } : {},
  })
  printRules(factory, (await answer.json()) as SignInRules)
}

function changesIn({ domain, anyDomain, ssoOnly, sessionHours }: SetRulesOptions) {
  if (domain && anyDomain) {
    throw new UsageError('--domain and --any-domain exclude each other.', 'Give one of them.')
  }
  const isEmpty = !domain && !anyDomain && ssoOnly === undefined && sessionHours === undefined
  if (isEmpty) {
    throw new UsageError(
      'There is nothing to change.',
      'Give --domain, --any-domain, --sso-only, --no-sso-only or --session-hours.'
    )
  }
  return {
    ...(domain ? { allowedDomains: domain } : anyDomain ? { allowedDomains: [] } : {}),
    ...(ssoOnly === undefined ? {} : { ssoOnly }),
    ...(sessionHours === undefined ? {} : { sessionHours: hoursIn(sessionHours) }),
  }
}

function hoursIn(typed: string): number | null {
  if (typed === 'usual') return null
  if (/^\d{1,6}$/.test(typed)) return Number(typed)
  throw new UsageError(`"${typed}" is not a number of hours.`, 'Give a whole number, or "usual".')
}

function printRules(factory: Factory, rules: SignInRules): void {
  if (factory.flags.json) return factory.printJson(rules)
  const { allowedDomains, ssoOnly, sessionHours } = rules
  factory.say(
    allowedDomains.length > 0
      ? `Addresses: of ${allowedDomains.join(', ')} only.`
      : 'Addresses: any domain.'
  )
  factory.say(ssoOnly ? 'Sign-in: only through an identity provider.' : 'Sign-in: any method.')
  factory.say(
    sessionHours === null
      ? 'Sessions: default duration.'
      : `Sessions: end ${sessionHours} ${sessionHours === 1 ? 'hour' : 'hours'} after they start.`
  )
}
