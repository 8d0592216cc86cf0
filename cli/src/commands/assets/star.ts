import type { Asset } from '@crossdock/client'
import { resolveAssets } from '../../assets/several.js'
import type { Factory } from '../../factory.js'

/** Adds or removes the user's own stars. */
export async function starAssets(
  factory: Factory,
  typed: string[],
  isStarred: boolean
): Promise<void> {
  const api = await factory.api()
  const changed: Asset[] = []
  for (const { id } of await resolveAssets(api, typed)) {
    const address = `/api/assets/${id}/star`
    changed.push(
      isStarred ? await api.put<Asset>(address, undefined) : await api.delete<Asset>(address)
    )
  }
  if (factory.flags.json) return factory.printJson(changed)
  for (const { path } of changed) {
    factory.say(isStarred ? `Starred ${path}.` : `Removed the star from ${path}.`)
  }
}
