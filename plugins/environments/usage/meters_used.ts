import type { Text } from '@crossdock/kernel/ground'
import { ledger, meters, type Place } from '@crossdock/kernel/ledger'

/** Returns the usage of every limit of an environment, in the order of the meters. */
export async function metersUsed(place: Place, say: (sentence: Text) => string) {
  const shown = []
  for (const [name, { label, unit }] of meters.entries()) {
    const found = await ledger.use().used(name, place)
    if (found) shown.push({ name, label: say(label), unit, ...found })
  }
  return shown
}
