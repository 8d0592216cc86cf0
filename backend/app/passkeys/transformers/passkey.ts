import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { Passkey } from '../models/passkey.js'
import { shownPasskey } from '../validators/passkeys.js'

/** Passkeys as shown to their owner. */
export const showPasskeys = (passkeys: Row<Passkey>[]) =>
  passkeys.map((passkey) => answerOf(shownPasskey, passkey))
