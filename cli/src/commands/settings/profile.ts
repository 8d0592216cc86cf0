import type { Profile } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'

type Change = 'firstName' | 'lastName' | 'language' | 'timeZone' | 'appearance'

export type SetProfileOptions = Partial<Record<Change, string>>

const path = '/api/settings/profile'

export async function showProfile(factory: Factory): Promise<void> {
  printProfile(factory, await (await factory.api()).get<Profile>(path))
}

/** Changes the named fields only. Refused after a concurrent change. */
export async function setProfile(factory: Factory, options: SetProfileOptions): Promise<void> {
  const given = Object.entries(options).map(([name, value]) => [
    name,
    value === 'none' && name !== 'appearance' ? null : value,
  ])
  if (given.length === 0) {
    throw new UsageError(
      'There is nothing to change.',
      'Give --first-name, --last-name, --language, --time-zone or --appearance.'
    )
  }
  const api = await factory.api()
  const etag = (await api.send('GET', path)).headers.get('etag')
  const answer = await api.send('PUT', path, {
    json: Object.fromEntries(given),
    headers: etag ? { 'if-match': etag } : {},
  })
  printProfile(factory, (await answer.json()) as Profile)
}

function printProfile(factory: Factory, profile: Profile): void {
  if (factory.flags.json) return factory.printJson(profile)
  const { email, firstName, lastName, language, timeZone, appearance } = profile
  printDetails(factory, [
    ['E-mail', email],
    ['First name', firstName],
    ['Last name', lastName],
    ['Language', language ?? 'from the browser'],
    ['Time zone', timeZone ?? 'from the browser'],
    ['Appearance', appearance],
  ])
}
