import { notificationKinds } from '@crossdock/backend/notifications'
import { accounts, invitations, wholePerson } from '@crossdock/backend/users'
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
import { askingElsewhere, rememberElsewhere } from './browsers.js'
import { grantRule } from './grants.js'
import { presentRightsOf } from './present_rights.js'
import { declaredRoles } from './roles.js'
import { claimedSession } from './session_cookies.js'

/**
 * Who invites, by address: anybody may call themselves anything. The person, also when a program
 * does it with a token of theirs.
 */
async function inviter(): Promise<string> {
  const { userId, label } = currentContext().actor
  const account = userId ? await accounts.use().find(userId) : null
  return account?.email ?? label
}

/** Who may come in: sign-in by mail, sessions, and what each role may do. */
export const access = definePlugin({
  name: 'access',
  version: '0.1.0',
  compatibility: '^1.0',
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
  texts: { de: () => import('./texts/de.js') },
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
      isClaimed: ({ request }) => claimedSession(request.request) !== null,
      noteNewPasskey: async ({ id, account }) =>
        (await import('./actions/prove.js')).noteProof(id, account, 'passkey'),
      distrustMails: async (userId) => (await import('./actions/prove.js')).distrustMails(userId),
      end: async (account, except) =>
        (await import('./actions/close_sessions.js')).closeSessions(account, except),
      keepTo: async (rules) => (await import('./actions/keep_to_rules.js')).keepSessionsTo(rules),
    })
    signIns.provide({
      remember: rememberElsewhere,
      browserOf: askingElsewhere,
      start: async (http, userId, provider) =>
        (await import('./actions/sign_in_elsewhere.js')).startElsewhere(http, userId, provider),
      end: async (ids) => (await import('./actions/end_elsewhere.js')).endElsewhere(ids),
    })
    wholePerson.provide({
      asks: async () => (await import('./policies/sessions.js')).asksWhole(),
    })
    invitations.provide({
      send: async (userId) =>
        sendLetter('access.invitation', { userId, invitedBy: await inviter() }),
    })
  },
})
