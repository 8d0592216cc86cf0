import type { Text } from '@crossdock/kernel/http'
import { ledger, meters, type Place } from '@crossdock/kernel/ledger'

/** What is used of everything an environment is limited in, in the order of its meters. */
export async function metersUsed(place: Place, say: (sentence: Text) => string) {
  const shown = []
  for (const [name, { label, unit }] of meters.entries()) {
    const found = await ledger.use().used(name, place)
    if (found) shown.push({ name, label: say(label), unit, ...found })
  }
  return shown
}
