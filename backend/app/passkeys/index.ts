import { passkeyProofs, secondFactors } from '@crossdock/backend/access'
import { notificationKinds } from '@crossdock/backend/notifications'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { secondFactorsWrite, secondFactorSwitch } from './contracts/index.js'
import {
  passkeyAdded,
  passkeyRemoved,
  passkeyRenamed,
  passkeySuspected,
  recoveryCodesMade,
  recoveryCodeUsed,
  secondFactorChanged,
  secondFactorReset,
  secondFactorRuleChanged,
} from './event_types.js'

/** Passkeys on people's devices, for sign-in and confirmation. */
export const passkeys = definePlugin({
  name: 'passkeys',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['access', 'mail', 'users'],
  permissions: [secondFactorsWrite],
  migrations: ['backend/app/passkeys/migrations'],
  eventTypes: [
    passkeyAdded,
    passkeyRenamed,
    passkeyRemoved,
    passkeySuspected,
    secondFactorChanged,
    secondFactorReset,
    secondFactorRuleChanged,
    recoveryCodesMade,
    recoveryCodeUsed,
  ],
  contributes: [
    contribute(mailLetters, async (letters) => {
      const { secondFactorResetLetter } = await import('./letters/second_factor_reset.js')
      letters.add('passkeys.secondFactorReset', secondFactorResetLetter)
    }),
    contribute(notificationKinds, async (kinds) =>
      kinds.add('passkeys.security', (await import('./notifications.js')).accountSecurity)
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  register() {
    secondFactors.provide({
      isAskedOf: async (userId) => (await import('./queries/second_factor.js')).isAskedOf(userId),
      hasOne: async (userId) => (await import('./queries/second_factor.js')).hasPasskey(userId),
      useRecoveryCode: async (proof) =>
        (await import('./actions/use_recovery_code.js')).useRecoveryCode(proof),
      begin: async (http, userId) =>
        (await import('./actions/pending_sign_in.js')).beginPendingSignIn(http, userId),
    })
    secondFactorSwitch.provide({
      release: async (tenant) =>
        (await import('./actions/require_second_factor.js')).releaseTenant(tenant),
      reset: async (email, organization) =>
        (await import('./actions/reset_second_factor.js')).resetByOperator(email, organization),
    })
    passkeyProofs.provide({
      judge: async (asked) => (await import('./proofs.js')).verifyProof(asked),
    })
  },
})
