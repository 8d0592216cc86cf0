import { accounts } from '@crossdock/backend/users'
import { originsOf, asOperator } from '@crossdock/kernel/tenancy'
import { drawLetter, type Letter } from '@crossdock/kernel/mail'
import { keptDays, mostMails, mostRequests } from '../limits.js'
import { DemoRequest } from '../models/demo_request.js'
import { reason } from '../queries/demo_requests.js'

/** The mail about a demo request to the operator. */
export const demoRequestLetter: Letter = {
  async compose({ requestId, userId }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.isSuperAdmin || !account.mayEnter) return null
    return asOperator(reason, async () => {
      const request = await DemoRequest.find(requestId)
      if (!request) return null
      const open = await DemoRequest.query()
        .where('status', 'open')
        .select('id')
        .limit(mostRequests)
      const { name, email, message } = request
      return {
        to: account.email,
        subject: `${name} asks for a demo`,
        ...drawLetter({
          title: `${name} asks for a demo`,
          paragraphs: [
            `Write to ${email}.`,
            ...(message?.split(/\n+/) ?? ['There is no message.']),
            open.length > 1
              ? `${open.length} requests wait for an answer.`
              : 'It is the only one that waits for an answer.',
          ],
          buttons: [
            { label: 'Open requests', url: `${originsOf(null)[0]}/system?tab=demo-requests` },
          ],
          footer: [
            `Sent to ${account.email}, an operator of this server. At most ${mostMails} of these mails are sent in an hour; further requests are in the list.`,
            `The request is deleted after ${keptDays} days.`,
          ],
        }),
      }
    })
  },
}
