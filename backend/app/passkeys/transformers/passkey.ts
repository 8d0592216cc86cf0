import { answerOf, type Row } from '@crossdock/kernel/http'
import type { Passkey } from '../models/passkey.js'
import { shownPasskey } from '../validators/passkeys.js'

/** Passkeys as their owner may see them. */
export const showPasskeys = (passkeys: Row<Passkey>[]) =>
  passkeys.map((passkey) => answerOf(shownPasskey, passkey))
