import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { accounts } from '@crossdock/backend/users'
import { issueMagicTokens, signInMinutes } from '../actions/magic_tokens.js'
import { provingIn } from '../actions/prove.js'

/** The code by which somebody who is signed in confirms that it is them; it signs nobody in. */
export const proofLetter: Letter = {
  isWaitedFor: true,
  async compose({ userId, sessionId }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter || account.ssoOnly) return null
    const { id, tenantId, tenantName, email } = account
    const browser = provingIn(String(sessionId))
    const { code } = await issueMagicTokens({ email, places: [{ tenantId, userId: id }], browser })
    return {
      to: email,
      subject: `Confirm that it is you on ${tenantName ?? 'Crossdock'}`,
      ...(await drawTenantLetter(tenantId, {
        title: 'Your confirmation code',
        code: code!,
        paragraphs: [
          `You asked for something that Crossdock does only after you confirm who you are, such as a change of credentials, rights or sign-in. Enter this code in the same window. It works there only and once, within ${signInMinutes} minutes.`,
        ],
        footer: [
          `Sent to ${email}. If it was not you, tell nobody the code, and end your other sessions under Security.`,
        ],
      })),
    }
  },
}
