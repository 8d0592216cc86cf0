import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import {
  passkeyAdded,
  passkeyRemoved,
  passkeySuspected,
  recoveryCodesMade,
  recoveryCodeUsed,
  secondFactorChanged,
  secondFactorReset,
} from './event_types.js'

/** Notifies a person that their sign-in has changed: if they did not do it, they must know immediately. */
export const accountSecurity: NotificationKind = {
  label: text('Security of your account'),
  description: text('Your passkeys, recovery codes or second factor changed or were used.'),
  on: [
    passkeyAdded,
    passkeyRemoved,
    passkeySuspected,
    secondFactorChanged,
    recoveryCodesMade,
    recoveryCodeUsed,
    secondFactorReset,
  ],
  permission: null,
  to: ({ eventType, targetId, sourceId, userId }) => {
    if (eventType === secondFactorReset.name) return [targetId]
    return [eventType === passkeySuspected.name ? sourceId : userId]
  },
  defaults: { console: true, mail: true },
  // The reset sends a separate mail.
  mails: ({ eventType }) => eventType !== secondFactorReset.name,
  sentence: ({ name }, eventType) => sentences[eventType]!(String(name)),
}

const sentences: Record<string, (name: string) => ReturnType<typeof text>> = {
  [passkeyAdded.name]: (name) => text('You added the passkey {name}', { name }),
  [passkeyRemoved.name]: (name) => text('You removed the passkey {name}', { name }),
  [passkeySuspected.name]: (name) =>
    text('Your passkey {name} may have been copied and was refused', { name }),
  [secondFactorChanged.name]: () => text('You turned your second factor on or off'),
  [recoveryCodesMade.name]: () => text('You made new recovery codes'),
  [recoveryCodeUsed.name]: () => text('You used a recovery code'),
  [secondFactorReset.name]: () => text('Your second factor was reset'),
}
