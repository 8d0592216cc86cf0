import type { AuthTypeKind } from '@crossdock/integrations/contracts'
import { part, secret } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'

/** An authentication type with its own field. */
export const stationKey = {
  label: 'Station key',
  description: 'Sends the key that the station was set up with.',
  config: vine.create({
    owner: part(vine.string().maxLength(100), { title: 'Owner' }),
    key: secret({ title: 'Key' }),
  }),
} satisfies AuthTypeKind
