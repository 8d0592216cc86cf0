import type { Branding } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { brandingPath } from './path.js'

export interface SetBrandingOptions {
  productName?: string
  primaryColor?: string
  accentColor?: string
  mailSender?: string
  mailFooter?: string
}

/** Changes the given fields only. */
export async function setBranding(factory: Factory, options: SetBrandingOptions): Promise<void> {
  const given = Object.entries(options as Record<string, string>)
  if (given.length === 0) {
    throw new UsageError(
      'There is nothing to change.',
      'See the options: crossdock branding set --help'
    )
  }
  const body = Object.fromEntries(given.map(([name, value]) => [name, value || null]))
  const branding = await (await factory.api()).put<Branding>(brandingPath, body)
  if (factory.flags.json) return factory.printJson(branding)
  factory.say('Changed the branding.')
}
