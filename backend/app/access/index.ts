import { notificationKinds } from '@crossdock/backend/notifications'
import { accounts, invitations, hasAllRights } from '@crossdock/backend/users'
import { authentication, type Authentication } from '@crossdock/kernel/http'
import { mailLetters, sendLetter } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'
import {
  accessGuards,
  browserSessions,
  grants,
  presentRights,
  roles,
  roleSources,
  sessionsWrite,
  signInLinks,
  signIns,
} from './contracts/index.js'
import {
  sessionClosed,
  sessionEnded,
  sessionProved,
  sessionsClosed,
  userSignedIn,
} from './event_types.js'
import { browserThatStartedSignIn, rememberSignInStart } from './browsers.js'
import { grantRule } from './grants.js'
import { presentRightsOf } from './present_rights.js'
import { declaredRoles } from './roles.js'
import { sessionSecretOf } from './session_cookies.js'

/**
 * The inviting person's e-mail address, because people can choose any name. For a token, the address of its
 * owner.
 */
async function inviter(): Promise<string> {
  const { userId, label } = currentContext().actor
  const account = userId ? await accounts.use().find(userId) : null
  return account?.email ?? label
}

/** Sign-in by mail, sessions and the permissions of roles. */
export const access = definePlugin({
  name: 'access',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['mail', 'tenants', 'users'],
  migrations: ['backend/app/access/migrations'],
  permissions: [sessionsWrite],
  eventTypes: [userSignedIn, sessionEnded, sessionProved, sessionClosed, sessionsClosed],
  extensionPoints: [accessGuards, roleSources],
  contributes: [
    contribute(mailLetters, async (letters) => {
      letters.add('access.signIn', (await import('./letters/sign_in.js')).signInLetter)
      letters.add('access.proof', (await import('./letters/proof.js')).proofLetter)
      letters.add('access.invitation', (await import('./letters/invitation.js')).invitationLetter)
    }),
    contribute(notificationKinds, async (kinds) => {
      const { endedByOthers, firstSignIn, newDevice } = await import('./notifications.js')
      kinds.add('access.newDevice', newDevice)
      kinds.add('access.firstSignIn', firstSignIn)
      kinds.add('access.sessionsEnded', endedByOthers)
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  register() {
    let loaded: Promise<Authentication> | undefined
    const load = () =>
      (loaded ??= import('./authentication.js').then((module) => module.createAuthentication()))
    authentication.provide({ identify: async (http) => (await load()).identify(http) })
    roles.provide(declaredRoles())
    grants.provide(grantRule)
    presentRights.provide(presentRightsOf)
    signInLinks.provide({
      create: async (userId, lifetimeMs) =>
        (await import('./actions/magic_tokens.js')).createSignInLink(userId, lifetimeMs),
    })
    browserSessions.provide({
      of: async (http) => (await import('./current_session.js')).currentSession(http),
      isClaimed: ({ request }) => sessionSecretOf(request.request) !== null,
      noteNewPasskey: async ({ id, account }) =>
        (await import('./actions/prove.js')).noteProof(id, account, 'passkey'),
      requireFreshProof: async (userId) =>
        (await import('./actions/prove.js')).requireFreshProof(userId),
      end: async (account, except) =>
        (await import('./actions/close_sessions.js')).closeSessions(account, except),
      applyRules: async (rules) =>
        (await import('./actions/apply_sign_in_rules.js')).applySignInRules(rules),
    })
    signIns.provide({
      remember: rememberSignInStart,
      browserOf: browserThatStartedSignIn,
      start: async (http, userId, provider) =>
        (await import('./actions/start_identified_session.js')).startIdentifiedSession(
          http,
          userId,
          provider
        ),
      end: async (ids) => (await import('./actions/end_sessions.js')).endSessionsById(ids),
    })
    hasAllRights.provide({
      hasAllPermissions: async () =>
        (await import('./policies/sessions.js')).hasAllPermissionsOfOwner(),
    })
    invitations.provide({
      send: async (userId) =>
        sendLetter('access.invitation', { userId, invitedBy: await inviter() }),
    })
  },
})
