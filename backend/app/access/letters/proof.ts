import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { accounts } from '@crossdock/backend/users'
import { issueMagicTokens, signInMinutes } from '../actions/magic_tokens.js'
import { proofBinding } from '../actions/prove.js'

/** The code that confirms the identity of a signed-in person. It cannot sign in. */
export const proofLetter: Letter = {
  isWaitedFor: true,
  async compose({ userId, sessionId }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter || account.ssoOnly) return null
    const { id, tenantId, tenantName, email } = account
    const browser = proofBinding(String(sessionId))
    const { code } = await issueMagicTokens({ email, places: [{ tenantId, userId: id }], browser })
    return {
      to: email,
      subject: `Confirm your identity on ${tenantName ?? 'Crossdock'}`,
      ...(await drawTenantLetter(tenantId, {
        title: 'Your confirmation code',
        code: code!,
        paragraphs: [
          `You started an action that needs a fresh confirmation of your identity, such as a change of credentials, permissions or sign-in. Enter this code in the same window. It works only there and only once, within ${signInMinutes} minutes.`,
        ],
        footer: [
          `Sent to ${email}. If it was not you, share the code with no one, and end your other sessions under Security.`,
        ],
      })),
    }
  },
}
