import type { Branding } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printRecord } from '../../output/record.js'
import { brandingPath } from './path.js'

export async function showBranding(factory: Factory): Promise<void> {
  const branding = await (await factory.api()).get<Branding>(brandingPath)
  if (factory.flags.json) return factory.printJson(branding)
  printRecord(factory, branding)
}
