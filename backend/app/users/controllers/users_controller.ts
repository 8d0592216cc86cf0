import { Reader, sendText, type Input, type ItemInput } from '@crossdock/kernel/http'
import { usersRead } from '../contracts/index.js'
import { inviteUser } from '../actions/invite_user.js'
import { inviteUsers } from '../actions/invite_users.js'
import { removeUser } from '../actions/remove_user.js'
import { resendInvitation } from '../actions/resend_invitation.js'
import { updateUser } from '../actions/update_user.js'
import { ownedBy } from '../queries/belongings.js'
import { exportUsers, isTooLong, maxExported } from '../queries/export_users.js'
import { findUser } from '../queries/find_user.js'
import { listUsers } from '../queries/users.js'
import type {
  createUserValidator,
  inviteUsersBody,
  removeUserQuery,
  updateUserBody,
} from '../validators/user.js'

export default class UsersController {
  index({ list }: Input) {
    return listUsers(list)
  }

  show({ params }: ItemInput) {
    return findUser(params.id)
  }

  store({ body }: Input<typeof createUserValidator>) {
    const { email, firstName, lastName, role } = body
    // Null means the same as left out.
    return inviteUser({ email, firstName, lastName, role: role ?? 'user' })
  }

  async invite({ http, body }: Input<typeof inviteUsersBody>) {
    const reader = new Reader(http)
    const invitations = await inviteUsers(body.emails, body.role ?? 'user')
    return {
      invitations: invitations.map(({ message, ...rest }) => ({
        ...rest,
        message: message && reader.say(message),
      })),
    }
  }

  update({ params, body }: ItemInput<typeof updateUserBody>) {
    const { email, firstName, lastName, role, isActive } = body
    return updateUser(params.id, {
      firstName,
      lastName,
      // Null removes a name; for fields that cannot be removed it means left out.
      email: email ?? undefined,
      role: role ?? undefined,
      isActive: isActive ?? undefined,
    })
  }

  destroy({ params, query }: ItemInput<undefined, typeof removeUserQuery>) {
    return removeUser(params.id, query?.successor)
  }

  async belongings({ http, params }: ItemInput) {
    const reader = new Reader(http)
    const { id } = await findUser(params.id)
    const owned = await ownedBy(id)
    return { belongings: owned.map((one) => ({ ...one, label: reader.say(one.label) })) }
  }

  resend({ params }: ItemInput) {
    return resendInvitation(params.id)
  }

  async export({ http, list }: Input) {
    const isCut = await isTooLong(list)
    http.response.header('x-complete', String(!isCut))
    return sendText(http, {
      fileName: isCut ? `users-first-${maxExported}.csv` : 'users.csv',
      permission: usersRead,
      parts: (assertAllowed) => exportUsers(list, assertAllowed),
    })
  }
}
