import type { Branding, DomainVerification } from '@crossdock/client'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { brandingPath } from './path.js'

export async function claimDomain(factory: Factory, customDomain: string): Promise<void> {
  const branding = await (await factory.api()).put<Branding>(brandingPath, { customDomain })
  if (factory.flags.json) return factory.printJson(branding)
  const { domain } = branding
  if (domain?.status !== 'claimed') {
    return factory.say(`${branding.customDomain} is the domain already.`)
  }
  factory.say(`Add this TXT record to the DNS of ${branding.customDomain}:`)
  factory.say(`${domain.recordName}  ${domain.recordValue}`)
  factory.say('Then: crossdock branding domain verify')
}

/** @throws CliError when the TXT record is missing or wrong */
export async function verifyDomain(factory: Factory): Promise<void> {
  const api = await factory.api()
  const verification = await api.post<DomainVerification>(`${brandingPath}/domain/verification`, {})
  if (factory.flags.json) factory.printJson(verification)
  const { outcome, found, branding } = verification
  if (outcome === 'verified') {
    if (!factory.flags.json) factory.say(`${branding.customDomain} is verified.`)
    return
  }
  const name = branding.domain?.recordName ?? 'The record'
  throw new CliError(ExitCode.refused, sentences(name, found)[outcome] ?? `${name}: ${outcome}.`, {
    hint: `The record must contain ${branding.domain?.recordValue}.`,
  })
}

const sentences = (name: string, found: string[]): Record<string, string> => ({
  absent: `There is no TXT record ${name}. If you have just set it, try again in a while.`,
  other: `${name} has another value: ${found.join(', ')}`,
  unreachable: `The DNS does not answer for ${name}. Try again in a while.`,
})

export async function removeDomain(factory: Factory, yes: boolean): Promise<void> {
  const api = await factory.api()
  const { customDomain } = await api.get<Branding>(brandingPath)
  if (customDomain) {
    await factory.prompter.assertConfirmed(yes, `Remove the domain ${customDomain}?`)
  }
  const branding = await api.put<Branding>(brandingPath, { customDomain: null })
  if (factory.flags.json) return factory.printJson(branding)
  factory.say(customDomain ? `Removed the domain ${customDomain}.` : 'No domain is set.')
}
